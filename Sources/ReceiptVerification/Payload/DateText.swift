/// Dates as receipts write them.
///
/// `YYYY-MM-DDTHH:MM:SS`, up to nine fraction digits, then `Z`, `+HHMM` or `+HH:MM`. Microseconds
/// are kept, further digits dropped. RFC 3339 with the colon-less offset of old Xcode receipts;
/// no leap second, no 24:00, nothing behind. Read by hand: a formatter costs more than a signature.
enum DateText {
  /// The twenty octets of `YYYY-MM-DDTHH:MM:SSZ`; nil for anything else.
  ///
  /// What Apple writes, read eight digits at a time: taking 0x30 from a digit leaves its value, and
  /// taking a separator from itself leaves 0.
  static func utcInstant(at start: Int, _ bytes: Span<UInt8>) -> Instant? {
    let date = bytes.word(at: start) ^ 0x2D30_302D_3030_3030  // 0000-00-
    let time = bytes.word(at: start + 8) ^ 0x3030_3A30_3054_3030  // 00T00:00
    let secondOctets = UInt64(bytes.halfWord(at: start + 16) ^ 0x5A30_303A)  // :00Z
    let separators =
      date & 0xFF00_00FF_0000_0000 | time & 0x0000_FF00_00FF_0000 | secondOctets & 0xFF00_00FF
    guard separators == 0, areDigits(date), areDigits(time), areDigits(secondOctets) else {
      return nil
    }
    let (datePairs, timePairs) = (pairs(date), pairs(time))
    let year = Int(datePairs & 0xFF) * 100 + Int(datePairs >> 16 & 0xFF)
    let month = Int(datePairs >> 40 & 0xFF)
    let day = Int(timePairs & 0xFF)
    let hour = Int(timePairs >> 24 & 0xFF)
    let minute = Int(timePairs >> 48 & 0xFF)
    let second = Int(pairs(secondOctets) >> 8 & 0xFF)
    guard year >= 1, (1...12).contains(month), day >= 1, day <= daysIn(month, of: year), hour < 24,
      minute < 60, second < 60
    else { return nil }
    let days = daysSince1970(year, month, day)
    let seconds = ((days &* 24 &+ hour) &* 60 &+ minute) &* 60 &+ second
    return Instant(microsecondsSince1970: Int64(truncatingIfNeeded: seconds &* 1_000_000))
  }

  /// Whether each octet is at most 9.
  @inline(__always)
  private static func areDigits(_ octets: UInt64) -> Bool {
    (octets | (octets &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 == 0
  }

  /// In each octet ten times itself and the next one.
  @inline(__always)
  private static func pairs(_ digits: UInt64) -> UInt64 { digits &* 10 &+ digits >> 8 }

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

  @inline(__always)
  private static func daysIn(_ month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    // 31 but for the fourth, sixth, ninth and eleventh.
    return 30 + (0b1_0101_1010_1010 >> month & 1)
  }

  /// Days of the proleptic Gregorian calendar, counted from March so that leap days come last.
  ///
  /// Nothing here overflows: a year has four digits.
  @inline(__always)
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let isEarly = month <= 2
    let shifted = UInt(truncatingIfNeeded: isEarly ? year &- 1 : year)
    let monthFromMarch = UInt(truncatingIfNeeded: isEarly ? month &+ 9 : month &- 3)
    let leapDays = shifted / 4 &- shifted / 100 &+ shifted / 400
    let dayOfYear = (153 &* monthFromMarch &+ 2) / 5
    return Int(truncatingIfNeeded: shifted &* 365 &+ leapDays &+ dayOfYear) &+ day &- 719_469
  }
}
