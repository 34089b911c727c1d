import Foundation

extension Span where Element == UInt8 {
  /// Whether the octets of a range are these.
  func holds(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count else { return false }
    for offset in 0..<other.count where self[range.lowerBound + offset] != other[offset] {
      return false
    }
    return true
  }

  /// Whether two ranges hold the same octets.
  func holds(_ range: Range<Int>, sameAs other: Range<Int>) -> Bool {
    extracting(range).isSame(as: extracting(other))
  }

  /// Whether another span holds the same octets.
  func isSame(as other: Span<UInt8>) -> Bool { count == other.count && compare(other) == 0 }

  /// Negative, zero or positive, as the octets stand before, with or behind those of another span of
  /// the same length.
  func compare(_ other: Span<UInt8>) -> Int32 {
    precondition(count == other.count)
    return unsafe withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        unsafe one.isEmpty ? 0 : memcmp(one.baseAddress!, other.baseAddress!, one.count)
      }
    }
  }

  /// Where two ranges of one length first differ, from an offset inside them on; nil where they do not.
  @inline(__always)
  func firstDifference(
    of one: Range<Int>, and other: Range<Int>, from offset: Int
  ) -> Int? {
    precondition(one.count == other.count && offset >= 0)
    precondition(one.upperBound <= count && other.upperBound <= count)
    // What follows stays inside the ranges, so nothing overflows.
    let length = one.count
    var at = offset
    while at &+ 16 <= length {
      let (first, second) = (one.lowerBound &+ at, other.lowerBound &+ at)
      let low = word(at: first) ^ word(at: second)
      let high = word(at: first &+ 8) ^ word(at: second &+ 8)
      if low | high != 0 {
        return low != 0
          ? at &+ low.trailingZeroBitCount / 8 : at &+ 8 &+ high.trailingZeroBitCount / 8
      }
      at &+= 16
    }
    while at < length {
      if self[one.lowerBound &+ at] != self[other.lowerBound &+ at] { return at }
      at &+= 1
    }
    return nil
  }

  /// A copy of the octets of a range.
  func copy(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) })
  }
}

extension [UInt8] {
  /// Lower-case hexadecimal.
  public var hexadecimal: String {
    let digits = [UInt8]("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
