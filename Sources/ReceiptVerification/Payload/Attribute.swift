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
  init(_ reader: inout EncodingReader, _ bytes: Span<UInt8>) throws(DecodingFailure) {
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
