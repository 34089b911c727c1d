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
      for index in 0..<digits.count {
        let digit = unsafe digits[index] &- 0x30
        guard digit <= 9 else { return (false, 0) }
        // Wraps only beyond the digits that are taken for a number.
        value = value &* 10 &+ Int64(truncatingIfNeeded: digit)
      }
      return (true, digits.count < Self.exactDigits ? value : 0)
    }
  }

  /// nil for a number of another length, which no store gave out.
  var shard: Int64? { Self.shard(of: value) }

  static func shard(of value: Int64) -> Int64? {
    value >= 10_000_000_000_000 && value < 10_000_000_000_000_000 ? value / 10_000_000_000_000 : nil
  }
}
