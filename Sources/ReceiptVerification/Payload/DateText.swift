/// Dates as receipts write them.
///
/// `YYYY-MM-DDTHH:MM:SS`, up to nine fraction digits, then `Z`, `+HHMM` or `+HH:MM`. Microseconds
/// are kept, further digits dropped. RFC 3339 with the colon-less offset of old Xcode receipts;
/// no leap second, no 24:00, nothing behind. Read by hand: a formatter costs more than a signature.
enum DateText {
  static func instant(_ text: Range<Int>, _ bytes: Span<UInt8>) -> Instant? {
    var at = text.lowerBound
    guard let year = digits(4, &at, text, bytes), skip("-", &at, text, bytes),
      let month = digits(2, &at, text, bytes), skip("-", &at, text, bytes),
      let day = digits(2, &at, text, bytes), skip("T", &at, text, bytes),
      let hour = digits(2, &at, text, bytes), skip(":", &at, text, bytes),
      let minute = digits(2, &at, text, bytes), skip(":", &at, text, bytes),
      let second = digits(2, &at, text, bytes)
    else { return nil }
    guard year >= 1, (1...12).contains(month), day >= 1, day <= daysIn(month, of: year), hour < 24,
      minute < 60, second < 60
    else { return nil }
    guard let fraction = microseconds(&at, text, bytes), let offset = offset(&at, text, bytes),
      at == text.upperBound
    else { return nil }
    let seconds =
      (daysSince1970(year, month, day) * 24 + hour) * 3600 + minute * 60 + second - offset
    return Instant(microsecondsSince1970: Int64(seconds) * 1_000_000 + Int64(fraction))
  }

  private static func digits(
    _ count: Int, _ at: inout Int, _ text: Range<Int>, _ bytes: Span<UInt8>
  ) -> Int? {
    guard at + count <= text.upperBound else { return nil }
    var value = 0
    for index in at..<at + count {
      guard case let digit = bytes[index] &- 0x30, digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    at += count
    return value
  }

  private static func skip(
    _ character: Unicode.Scalar, _ at: inout Int, _ text: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    guard at < text.upperBound, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// 0 where no fraction is written; nil for a dot without digits or with more than nine.
  private static func microseconds(_ at: inout Int, _ text: Range<Int>, _ bytes: Span<UInt8>)
    -> Int?
  {
    guard skip(".", &at, text, bytes) else { return 0 }
    var value = 0
    var count = 0
    while at < text.upperBound, case let digit = bytes[at] &- 0x30, digit <= 9 {
      guard count < 9 else { return nil }
      if count < 6 { value = value * 10 + Int(digit) }
      count += 1
      at += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 6)..<6 { value *= 10 }
    return value
  }

  /// Seconds east of UTC.
  private static func offset(_ at: inout Int, _ text: Range<Int>, _ bytes: Span<UInt8>) -> Int? {
    if skip("Z", &at, text, bytes) { return 0 }
    let sign: Int
    if skip("+", &at, text, bytes) {
      sign = 1
    } else if skip("-", &at, text, bytes) {
      sign = -1
    } else {
      return nil
    }
    guard let hours = digits(2, &at, text, bytes), hours < 24 else { return nil }
    _ = skip(":", &at, text, bytes)
    guard let minutes = digits(2, &at, text, bytes), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of the proleptic Gregorian calendar, counted from March so that leap days come last.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
