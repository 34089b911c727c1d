/// A store's transaction id, read as a number: shard x 10^13 + counter, 14 to 16 digits.
struct TransactionNumber {
  /// Digits only, no more than fit any 64-bit number.
  let isDecimal: Bool
  /// 0 for text that is no number, or one of more than 18 digits.
  let value: Int64

  /// Of an unsigned 64-bit number, and of those below which nothing wraps.
  private static let mostDigits = 20
  private static let exactDigits = 19

  /// Shards 100 and 200 are the sandbox's.
  static let sandboxShards: [Int64] = [100, 200]

  /// nil for an absent id.
  init?(_ text: String?) {
    guard var text else { return nil }
    // One buffer instead of an iterator over a small string: each id is read several times.
    (isDecimal, value) = text.withUTF8 { digits in
      guard digits.count <= Self.mostDigits else { return (false, 0) }
      var value: Int64 = 0
      var index = 0
      while index &+ 8 <= digits.count {
        let octets = unsafe UnsafeRawBufferPointer(digits).loadUnaligned(
          fromByteOffset: index, as: UInt64.self)
        guard let eight = Self.eightDigits(UInt64(littleEndian: octets)) else { return (false, 0) }
        // Here and below it wraps only beyond the digits that are taken for a number.
        value = value &* 100_000_000 &+ eight
        index &+= 8
      }
      while index < digits.count {
        let digit = unsafe digits[index] &- 0x30
        guard digit <= 9 else { return (false, 0) }
        value = value &* 10 &+ Int64(truncatingIfNeeded: digit)
        index &+= 1
      }
      return (true, digits.count < Self.exactDigits ? value : 0)
    }
  }

  /// Eight octets, the first of them lowest, as a number; nil where one is no digit.
  private static func eightDigits(_ octets: UInt64) -> Int64? {
    let digits = octets ^ 0x3030_3030_3030_3030
    // The sum has the high bit of each octet from 10 to 127, the digits themselves that of the others.
    guard ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    // Two digits in every other octet, then four, then eight.
    let pairs = digits &* 10 &+ digits >> 8
    let high = (pairs & 0xFF_0000_00FF) &* (1_000_000 << 32 | 100)
    let low = (pairs >> 16 & 0xFF_0000_00FF) &* (10_000 << 32 | 1)
    return Int64(truncatingIfNeeded: (high &+ low) >> 32)
  }

  /// nil for a number of another length, which no store gave out.
  var shard: Int64? { Self.shard(of: value) }

  static func shard(of value: Int64) -> Int64? {
    value >= 10_000_000_000_000 && value < 10_000_000_000_000_000 ? value / 10_000_000_000_000 : nil
  }
}
