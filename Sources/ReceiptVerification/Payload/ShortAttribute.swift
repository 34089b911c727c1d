/// An attribute in the shape that Apple's encoder gives nearly all of them: version 1, and every
/// length one octet.
///
/// `30 l 02 1|2 type 02 01 01 04 l value`, where the value mostly is `tag l content`. Two loads read
/// what else takes a dozen steps: reading attributes is most of what a receipt costs beside its
/// signature. An attribute of any other shape is left to `Attribute`.
struct ShortAttribute {
  let type: Int
  let value: Range<Int>
  /// The first octets of the attribute, as a number that sorts as they do.
  let head: UInt64
  /// The first two octets of the value, the first of them lowest.
  private let innerHead: UInt16

  /// The next attribute of a reader, which is not moved.
  @inline(__always)
  init?(_ reader: EncodingReader, _ bytes: Span<UInt8>) {
    // What follows adds small numbers to a place inside the bytes: nothing overflows.
    let start = reader.position
    guard start &+ 16 <= bytes.count else { return nil }
    let head = bytes.word(at: start)
    var tail = bytes.word(at: start &+ 8)
    let header: Int
    if head & Self.longTypeMask == Self.longType, tail & 0xFF == 1 {
      header = 9
      type = Int(Int8(bitPattern: head.octet(4))) << 8 | Int(head.octet(5))
      tail >>= 8
    } else if head & Self.shortTypeMask == Self.shortType {
      header = 8
      type = Int(Int8(bitPattern: head.octet(4)))
    } else {
      return nil
    }
    // `30 l`, then the header, then `04 l` and the value.
    let length = Int(head.octet(1)) &- header
    let end = start &+ 2 &+ header &+ length
    guard length >= 2, length < 0x80, end <= reader.end, tail.octet(0) == Tag.octetString,
      Int(tail.octet(1)) == length
    else { return nil }
    value = unsafe Range(uncheckedBounds: (end &- length, end))
    innerHead = UInt16(truncatingIfNeeded: tail >> 16)
    self.head = head.byteSwapped
  }

  /// The content of the value's one encoded value, where it has this identifier and fills the value.
  @inline(__always)
  func content(_ tag: UInt8) -> Range<Int>? {
    let length = value.upperBound &- value.lowerBound &- 2
    guard innerHead == UInt16(tag) | UInt16(truncatingIfNeeded: length) << 8 else { return nil }
    return unsafe Range(uncheckedBounds: (value.upperBound &- length, value.upperBound))
  }

  /// `30 _ 02 02 _ _ 02 01`, first octet lowest.
  private static let longTypeMask: UInt64 = 0xFFFF_0000_FFFF_00FF
  private static let longType: UInt64 = 0x0102_0000_0202_0030
  /// `30 _ 02 01 _ 02 01 01`
  private static let shortTypeMask: UInt64 = 0xFFFF_FF00_FFFF_00FF
  private static let shortType: UInt64 = 0x0101_0200_0102_0030
}

extension Span where Element == UInt8 {
  /// Eight octets as a number, the first of them lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Four octets as a number, the first of them lowest.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

extension UInt64 {
  /// One of the eight octets, counted from the lowest.
  @inline(__always)
  fileprivate func octet(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: self >> (8 * index)) }
}
