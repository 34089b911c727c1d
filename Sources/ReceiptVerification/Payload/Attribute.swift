/// One attribute of a payload, as offsets.
///
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
struct Attribute {
  var type: Int64
  var version: Int64
  var value: Range<Int>
  /// False for a type or version beyond 64 bits, and for elements behind the third.
  var isRegular: Bool

  /// Reads the next one. Anything else than this shape is no receipt.
  @inline(__always)
  init(_ reader: inout EncodingReader, _ bytes: Span<UInt8>) throws(DecodingFailure) {
    if let short = Attribute(short: reader, bytes) {
      self = short
      reader.skip(to: value.upperBound)
    } else {
      try self.init(any: &reader, bytes)
    }
  }

  /// `30 l 02 1|2 type 02 01 version 04 l value`, every length one octet: what nearly all attributes
  /// are. Read in one go, since reading attributes is most of what a receipt costs beside its signature.
  @inline(__always)
  private init?(short reader: EncodingReader, _ bytes: Span<UInt8>) {
    let start = reader.position
    guard start + 11 <= reader.end, bytes[start] == Tag.sequence, bytes[start + 1] < 0x80 else {
      return nil
    }
    let end = start + 2 + Int(bytes[start + 1])
    let typeLength = Int(bytes[start + 3])
    let next = start + 4 + typeLength
    guard end <= reader.end, bytes[start + 2] == Tag.integer, typeLength == 1 || typeLength == 2,
      next + 5 <= end, bytes[next] == Tag.integer, bytes[next + 1] == 1,
      bytes[next + 3] == Tag.octetString, Int(bytes[next + 4]) == end - next - 5
    else { return nil }
    let high = Int64(Int8(bitPattern: bytes[start + 4]))
    type = typeLength == 1 ? high : high << 8 | Int64(bytes[start + 5])
    version = Int64(Int8(bitPattern: bytes[next + 2]))
    value = next + 5..<end
    isRegular = true
  }

  private init(any reader: inout EncodingReader, _ bytes: Span<UInt8>) throws(DecodingFailure) {
    var fields = reader.inside(try reader.next(Tag.sequence, bytes))
    let type = try Self.integer(try fields.next(Tag.integer, bytes).content, bytes)
    let version = try Self.integer(try fields.next(Tag.integer, bytes).content, bytes)
    value = try fields.next(Tag.octetString, bytes).content
    self.type = type ?? -1
    self.version = version ?? -1
    isRegular = type != nil && version != nil && fields.isAtEnd
  }

  /// Two's complement of up to eight octets; nil beyond.
  @inline(__always)
  private static func integer(
    _ range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Int64? {
    guard !range.isEmpty else { throw .malformed }
    return IntegerValue.decode(range, bytes)
  }
}

/// INTEGER content (X.690 8.3).
enum IntegerValue {
  /// nil for no octet or more than eight. One and two octets, as types and versions have, come first.
  @inline(__always)
  static func decode(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Int64? {
    switch range.count {
    case 1: Int64(Int8(bitPattern: bytes[range.lowerBound]))
    case 2:
      Int64(Int8(bitPattern: bytes[range.lowerBound])) << 8 | Int64(bytes[range.lowerBound + 1])
    case 3...8: long(range, bytes)
    default: nil
    }
  }

  private static func long(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Int64 {
    var value = Int64(Int8(bitPattern: bytes[range.lowerBound]))
    for index in range.lowerBound + 1..<range.upperBound {
      value = value << 8 | Int64(bytes[index])
    }
    return value
  }
}
