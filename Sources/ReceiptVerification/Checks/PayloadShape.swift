/// What a payload's encoding tells beside its values: the order of its sets, and which attributes
/// are there.
///
/// Apple's encoder writes SET OF in DER's order (X.690 11.6), elements ascending by their octets, and
/// always the same attributes.
struct PayloadShape {
  /// Bits of the receipt's attribute types below 64.
  var types: UInt64 = 0
  var isSorted = true
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

  /// What the set of one purchase is like.
  @inline(__always)
  mutating func note(purchase position: Int, types: UInt64, isSorted: Bool) {
    if !isSorted, unsortedPurchase == nil { unsortedPurchase = position }
    if types & Self.purchaseTypes != Self.purchaseTypes, incompletePurchase == nil {
      incompletePurchase = (position, types)
    }
  }
}
