/// Points in time as PostgreSQL writes them in ISO 8601 and UTC, in numbers.
enum CivilTime {
  /// `2026-01-31T06:00:00+00:00`, with or without a fraction, in seconds since 1970; nil for what is
  /// written otherwise, such as `infinity` or a year of more than four digits.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard parts.count == 2, let day = days(String(parts[0])), parts[1].hasSuffix("+00:00")
    else { return nil }
    let clock = parts[1].dropLast(6).split(separator: ":")
    guard clock.count == 3, let hour = Int64(clock[0]), let minute = Int64(clock[1]),
      let second = Double(String(clock[2]))
    else { return nil }
    return Double(day * 86_400 + hour * 3600 + minute * 60) + second
  }

  /// `2026-01-31`, in days since 1970.
  static func days(_ text: String) -> Int64? {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.count) == [4, 2, 2], let year = Int64(fields[0]),
      let month = Int64(fields[1]), let day = Int64(fields[2])
    else { return nil }
    return number(year, month, day)
  }

  /// Days since 1970 in the proleptic Gregorian calendar; the year is counted from March.
  private static func number(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month > 2 ? year : year - 1
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
