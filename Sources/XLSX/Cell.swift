/// What a cell of a worksheet holds.
public enum Cell: Sendable, Equatable {
  case blank
  /// Always a string, whatever it looks like: nothing is ever taken for a formula or a link.
  case text(String)
  case number(Double)
  case boolean(Bool)
  /// A day, in days since 1970-01-01.
  case day(Int64)
  /// A point in time, in seconds since 1970, shown in UTC.
  case time(Double)
}

/// What one worksheet can hold (Excel specifications and limits).
public enum SheetLimits {
  public static let rows = 1_048_576
  public static let columns = 16_384
  /// Of a cell's text, in UTF-16 code units.
  public static let text = 32_767
  /// Of a sheet's name.
  public static let name = 31

  /// Days since 1970 that a date of a spreadsheet can show: 1900-03-01, from which on everybody
  /// counts alike, to 9999-12-31.
  public static let days: ClosedRange<Int64> = -25_508...2_932_896

  /// The text cut to what a cell holds, with three dots where something is missing.
  public static func fitting(_ text: String) -> String {
    guard text.utf16.count > Self.text else { return text }
    var fitting = ""
    var length = 0
    for scalar in text.unicodeScalars {
      length += scalar.utf16.count
      guard length <= Self.text - 3 else { break }
      fitting.unicodeScalars.append(scalar)
    }
    return fitting + "..."
  }
}
