import ReceiptVerification

/// Dates as the verifyReceipt endpoint wrote them.
enum OldDate {
  /// `YYYY-MM-DD HH:MM:SS` of the clock that shows these seconds since 1970.
  static func text(_ seconds: Int64) -> String {
    let text = InstantText.format(Instant(secondsSince1970: seconds))
    return String(text.dropLast().replacing("T", with: " "))
  }

  /// Seconds that Los Angeles is ahead of GMT: eight hours behind, seven in summer.
  ///
  /// Summer time began on the first Sunday of April and ended on the last of October until 2006, and
  /// goes from the second of March to the first of November since (Energy Policy Act of 2005, 110);
  /// at 2:00 of the clock before each change.
  static func pacificOffset(at seconds: Int64) -> Int64 {
    let winter: Int64 = -8 * 3600
    let year = Int64(text(seconds + winter).prefix(4)) ?? 0
    let (start, end) =
      year < 2007
      ? (sunday(1, of: 4, year), sunday(4, of: 10, year, orLast: true))
      : (sunday(2, of: 3, year), sunday(1, of: 11, year))
    let isSummer =
      start + 2 * 3600 - winter <= seconds && seconds < end + 2 * 3600 - winter - 3600
    return isSummer ? winter + 3600 : winter
  }

  /// Midnight of a month's Sunday, as if it were GMT.
  private static func sunday(
    _ count: Int64, of month: Int64, _ year: Int64, orLast: Bool = false
  ) -> Int64 {
    let first = InstantText.dayNumber(year, month, 1)
    // 1970-01-01 was a Thursday.
    let firstSunday = first + (10 - (first % 7 + 7) % 7) % 7
    let sunday = firstSunday + (count - 1) * 7
    let next = InstantText.dayNumber(month == 12 ? year + 1 : year, month % 12 + 1, 1)
    return (orLast && sunday + 7 < next ? sunday + 7 : sunday) * 86_400
  }
}
