/// What a payload's encoding tells beside its values: the order of its sets, and which attributes
/// are there.
///
/// Apple's encoder writes SET OF in DER's order (X.690 11.6), elements ascending by their octets, and
/// always the same attributes. A payload that was read is walked once more here, by its lengths.
struct PayloadShape {
  /// Bits of the receipt's attribute types below 64.
  private(set) var types: UInt64 = 0
  private(set) var isSorted = true
  /// The first purchase whose set is out of order.
  private(set) var unsortedPurchase: Int?
  /// The first purchase without all of `purchaseTypes`, and which it has.
  private(set) var incompletePurchase: (position: Int, types: UInt64)?

  /// Attributes of every receipt of a store since 2014, dates apart: an absent date is nothing to wonder
  /// at.
  static let receiptTypes = mask([0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 16, 19, 25])
  /// The same of every purchase, counted from 1700.
  static let purchaseTypes = mask([1, 2, 3, 5, 7, 9, 10, 11, 13, 14, 15, 16, 17, 18])

  private static func mask(_ types: [Int]) -> UInt64 { types.reduce(0) { $0 | 1 << UInt64($1) } }

  /// The types of a set that another lacks.
  static func missing(_ types: UInt64, from other: UInt64) -> [Int] {
    (0..<64).filter { types & ~other & 1 << UInt64($0) != 0 }
  }

  init(_ payload: Span<UInt8>) {
    var outer = EncodingReader(0..<payload.count, .distinguished)
    guard let set = try? outer.next(payload) else { return }
    var reader = outer.inside(set)
    var previous: Int?
    var position = 0
    while !reader.isAtEnd, let element = try? reader.next(payload) {
      if let previous { isSorted = isSorted && Self.ascends(previous, element.start, payload) }
      previous = element.start
      let type = Self.type(element, payload)
      if type == AttributeType.inAppPurchase {
        if readPurchase(reader.inside(element), position, payload) { position += 1 }
      } else if let type, type >= 0, type < 64 {
        types |= 1 << UInt64(type)
      }
    }
  }

  /// False for a value that is no set of attributes, and so no purchase.
  private mutating func readPurchase(
    _ attribute: EncodingReader, _ position: Int, _ payload: Span<UInt8>
  ) -> Bool {
    var fields = attribute
    guard (try? fields.next(payload)) != nil, (try? fields.next(payload)) != nil,
      let value = try? fields.next(payload)
    else { return false }
    var inner = fields.inside(value)
    guard let set = try? inner.next(payload), set.tag == Tag.set else { return false }
    var reader = inner.inside(set)
    var previous: Int?
    var types: UInt64 = 0
    while !reader.isAtEnd {
      guard let element = try? reader.next(payload), element.tag == Tag.sequence else {
        return false
      }
      if let previous, unsortedPurchase == nil, !Self.ascends(previous, element.start, payload) {
        unsortedPurchase = position
      }
      previous = element.start
      if let type = Self.type(element, payload), type >= 1700, type < 1764 {
        types |= 1 << UInt64(type - 1700)
      }
    }
    if types & Self.purchaseTypes != Self.purchaseTypes, incompletePurchase == nil {
      incompletePurchase = (position, types)
    }
    return true
  }

  /// Whether the octets at one place come before those at a later one; the encodings that start there
  /// are no prefixes of one another.
  @inline(__always)
  private static func ascends(_ first: Int, _ second: Int, _ bytes: Span<UInt8>) -> Bool {
    var offset = 1
    while second + offset < bytes.count {
      let (one, other) = (bytes[first + offset], bytes[second + offset])
      if one != other { return one < other }
      offset += 1
    }
    return true
  }

  /// nil for a type of more than two octets, which no store gives.
  @inline(__always)
  private static func type(_ element: Element, _ bytes: Span<UInt8>) -> Int64? {
    let start = element.content.lowerBound
    guard start + 4 <= element.content.upperBound else { return nil }
    switch bytes[start + 1] {
    case 1: return Int64(bytes[start + 2])
    case 2: return Int64(bytes[start + 2]) << 8 | Int64(bytes[start + 3])
    default: return nil
    }
  }
}
