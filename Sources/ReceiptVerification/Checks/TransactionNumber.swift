/// A store's transaction id, read as a number: shard x 10^13 + counter, 14 to 16 digits.
struct TransactionNumber {
  /// Digits only, no more than a 64-bit number has.
  let isDecimal: Bool
  /// 0 for text that is no number.
  let value: Int64

  /// Shards 100 and 200 are the sandbox's.
  static let sandboxShards: [Int64] = [100, 200]

  /// nil for an absent id.
  init?(_ text: String?) {
    guard let text else { return nil }
    var value: Int64 = 0
    var isDecimal = true
    for digit in text.utf8 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard (0x30...0x39).contains(digit), !overflow, product <= .max - 9 else {
        isDecimal = false
        break
      }
      value = product + Int64(digit - 0x30)
    }
    self.isDecimal = isDecimal
    self.value = isDecimal ? value : 0
  }

  /// nil for a number of another length, which no store gave out.
  var shard: Int64? { Self.shard(of: value) }

  static func shard(of value: Int64) -> Int64? {
    value >= 10_000_000_000_000 && value < 10_000_000_000_000_000 ? value / 10_000_000_000_000 : nil
  }
}
