import ReceiptVerification

/// Points in time as a person writes and reads them: ISO 8601, in UTC where no offset is given.
enum InstantText {
  /// `2026-01-31`, or `2026-01-31T06:00:00` with `Z` or an offset such as `+01:00` behind it.
  static func parse(_ text: String) -> Instant? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "T" || $0 == " "
    }
    guard let day = parts.first.flatMap({ parseDay($0) }) else { return nil }
    guard parts.count == 2 else { return Instant(secondsSince1970: day * 86_400) }
    var clock = parts[1]
    var offset: Int64 = 0
    if clock.hasSuffix("Z") {
      clock = clock.dropLast()
    } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let fields = numbers(clock[clock.index(after: sign)...], ":", widths: [2, 2])
      guard let fields, fields[0] < 24, fields[1] < 60 else { return nil }
      offset = (fields[0] * 3600 + fields[1] * 60) * (clock[sign] == "-" ? -1 : 1)
      clock = clock[..<sign]
    }
    let time = numbers(clock, ":", widths: [2, 2, 2]) ?? numbers(clock, ":", widths: [2, 2])
    guard let time, time[0] < 24, time[1] < 60, time.count == 2 || time[2] < 60 else { return nil }
    let seconds = time[0] * 3600 + time[1] * 60 + (time.count == 3 ? time[2] : 0)
    return Instant(secondsSince1970: day * 86_400 + seconds - offset)
  }

  /// `2026-01-31T06:00:00Z`; fractions of a second are shown where there are any.
  static func format(_ instant: Instant) -> String {
    let micro = instant.microsecondsSince1970
    let seconds = micro >= 0 ? micro / 1_000_000 : (micro - 999_999) / 1_000_000
    let fraction = micro - seconds * 1_000_000
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let clock = seconds - day * 86_400
    let date = civil(day)
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(clock / 3600, 2) + ":" + padded(clock / 60 % 60, 2) + ":" + padded(clock % 60, 2)
      + (fraction == 0 ? "" : "." + padded(fraction, 6)) + "Z"
  }

  private static func parseDay(_ text: Substring) -> Int64? {
    guard let fields = numbers(text, "-", widths: [4, 2, 2]) else { return nil }
    let day = dayNumber(fields[0], fields[1], fields[2])
    // Only a date that exists comes back as it was.
    return civil(day) == (fields[0], fields[1], fields[2]) ? day : nil
  }

  private static func numbers(
    _ text: Substring, _ separator: Character, widths: [Int]
  ) -> [Int64]? {
    let fields = text.split(separator: separator, omittingEmptySubsequences: false)
    guard fields.map(\.count) == widths else { return nil }
    let values = fields.compactMap { field -> Int64? in
      field.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(field) : nil
    }
    return values.count == widths.count ? values : nil
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar; the year is counted from March.
  static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month > 2 ? year : year - 1
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ dayNumber: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
