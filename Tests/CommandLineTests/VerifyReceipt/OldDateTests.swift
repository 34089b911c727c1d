import Testing

@testable import receipt_audit

@Suite("Dates as the verifyReceipt endpoint wrote them")
struct OldDateTests {
  @Test(
    "Los Angeles is eight hours behind, seven in summer, by the rule of each year",
    arguments: [
      // Seconds before and after each change of 2006, 2023 and 2026.
      (1_143_971_999, -8), (1_143_972_000, -7), (1_162_112_399, -7), (1_162_112_400, -8),
      (1_678_615_199, -8), (1_678_615_200, -7), (1_699_174_799, -7), (1_699_174_800, -8),
      (1_772_963_999, -8), (1_772_964_000, -7), (1_793_523_599, -7), (1_793_523_600, -8),
      // New year, on both sides of it.
      (1_704_067_199, -8), (1_704_067_200, -8),
    ] as [(Int64, Int64)])
  func summerTime(_ seconds: Int64, _ hours: Int64) {
    #expect(OldDate.pacificOffset(at: seconds) == hours * 3600)
  }

  @Test("a date is written three times, in whole seconds")
  func triple() {
    let fields = OldField.dates(
      "purchase_date", .init(microsecondsSince1970: 1_447_821_281_868_000))
    #expect(
      OldField.object(fields)
        == #"{"purchase_date":"2015-11-18 04:34:41 Etc/GMT","purchase_date_ms":"1447821281000","#
        + #""purchase_date_pst":"2015-11-17 20:34:41 America/Los_Angeles"}"#)
    #expect(OldField.dates("cancellation_date", nil).isEmpty)
  }
}
