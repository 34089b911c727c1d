/// A point in time, in whole microseconds since 1970-01-01T00:00:00Z (leap seconds not counted).
public struct Instant: Sendable, Hashable, Comparable, Codable {
  public var microsecondsSince1970: Int64

  public init(microsecondsSince1970: Int64) {
    self.microsecondsSince1970 = microsecondsSince1970
  }

  public init(secondsSince1970: Int64) {
    microsecondsSince1970 = secondsSince1970 * 1_000_000
  }

  public static func < (a: Instant, b: Instant) -> Bool {
    a.microsecondsSince1970 < b.microsecondsSince1970
  }
}

extension Instant {
  /// RFC 3339 in UTC, with microseconds where there are any.
  public var text: String {
    let (seconds, micros) = floorDivide(microsecondsSince1970, 1_000_000)
    let (days, secondOfDay) = floorDivide(seconds, 86_400)
    let (year, month, day) = Self.date(daysSince1970: days)
    let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, 2) }
    let fraction = micros == 0 ? "" : "." + padded(micros, 6)
    return
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock.joined(separator: ":"))\(fraction)Z"
  }

  private func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let remainder = value % divisor
    return remainder < 0
      ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }

  private func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The proleptic Gregorian date of a day from year 1 on, counted in eras of 400 years that begin
  /// in March.
  private static func date(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
