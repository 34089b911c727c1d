/// Dates as receipts spell them, to and from seconds since 1970.
public enum ReceiptDate {
  public static let second: Int64 = 1
  public static let minute: Int64 = 60
  public static let hour: Int64 = 3600
  public static let day: Int64 = 86_400

  /// `2023-06-01T10:00:00Z`.
  public static func text(_ seconds: Int64) -> String {
    let days = floorDiv(seconds, day)
    let rest = seconds - days * day
    let (year, month, dayOfMonth) = civil(days)
    return
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
      + "\(padded(rest / hour, 2)):\(padded(rest % hour / minute, 2)):\(padded(rest % minute, 2))Z"
  }

  /// Reads exactly what `text` writes, or a bare `YYYY-MM-DD`; nil for anything else.
  public static func seconds(_ text: String) -> Int64? {
    let digits = text.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }.map {
      Int64($0)
    }
    let isDate = text.utf8.count == 10 && digits.count == 3
    let isInstant = text.utf8.count == 20 && text.hasSuffix("Z") && digits.count == 7
    guard isDate || isInstant, let year = digits[0], let month = digits[1], let day = digits[2]
    else {
      return nil
    }
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let midnight = days(year, month, day) * Self.day
    guard isInstant else { return midnight }
    guard let hours = digits[3], let minutes = digits[4], let seconds = digits[5] else {
      return nil
    }
    return midnight + hours * hour + minutes * minute + seconds
  }

  /// A constant of this module; a misspelt one is a programming error.
  static func at(_ text: StaticString) -> Int64 {
    guard let seconds = seconds("\(text)") else { preconditionFailure("not a date: \(text)") }
    return seconds
  }

  /// The same day and time `months` later; the 29th to 31st become the month's last day.
  public static func adding(months: Int64, to seconds: Int64) -> Int64 {
    let daysSince = floorDiv(seconds, day)
    let (year, month, dayOfMonth) = civil(daysSince)
    let count = year * 12 + month - 1 + months
    let (newYear, newMonth) = (floorDiv(count, 12), count - floorDiv(count, 12) * 12 + 1)
    let first = days(newYear, newMonth, 1)
    let next = newMonth == 12 ? days(newYear + 1, 1, 1) : days(newYear, newMonth + 1, 1)
    return min(first + dayOfMonth - 1, next - 1) * day + seconds - daysSince * day
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in 400-year eras from March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDiv(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDiv(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private static func floorDiv(_ value: Int64, _ divisor: Int64) -> Int64 {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
