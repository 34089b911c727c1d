/// Values as the store writes them where everything is text: in transaction receipts and in
/// verifyReceipt's JSON.
enum StoreText {
  /// Decimal digits of a number from 0 on that fits 64 bits.
  static func number(_ text: [UInt8]) -> Int64? {
    guard !text.isEmpty, text.count <= 19 else { return nil }
    var value: Int64 = 0
    for byte in text {
      guard case let digit = byte &- 0x30, digit <= 9 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  static func flag(_ text: [UInt8]) -> Bool? {
    switch String(decoding: text, as: UTF8.self) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Milliseconds since 1970.
  static func milliseconds(_ text: [UInt8]) -> Instant? { number(text).flatMap(milliseconds) }

  /// The years 1970 to 9999: beyond, a number is no date that a store wrote.
  static func milliseconds(_ number: Int64) -> Instant? {
    (0..<253_402_300_800_000).contains(number)
      ? Instant(microsecondsSince1970: number * 1000) : nil
  }

  /// `YYYY-MM-DD HH:MM:SS Etc/GMT`, or a date as receipts write it.
  static func date(_ text: [UInt8]) -> Instant? {
    var spelled = text
    if spelled.count > 10, spelled[10] == 0x20 { spelled[10] = UInt8(ascii: "T") }
    let zone = Array(" Etc/GMT".utf8)
    if spelled.suffix(zone.count) == zone[...] {
      spelled.removeLast(zone.count)
      spelled.append(UInt8(ascii: "Z"))
    }
    return DateText.instant(0..<spelled.count, spelled.span)
  }
}
