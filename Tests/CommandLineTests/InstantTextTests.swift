import ReceiptVerification
import Testing

@testable import receipt_audit

@Suite("Times on the command line")
struct InstantTextTests {
  @Test(
    "Dates and times are read in UTC unless they bring an offset",
    arguments: [
      ("1970-01-01", 0), ("2024-02-29", 1_709_164_800), ("2026-01-31T06:00:00Z", 1_769_839_200),
      ("2026-01-31T07:00:00+01:00", 1_769_839_200), ("2026-01-31 06:00", 1_769_839_200),
      ("1969-12-31T23:59:59Z", -1),
    ])
  func reads(text: String, seconds: Int64) {
    #expect(InstantText.parse(text) == Instant(secondsSince1970: seconds))
  }

  @Test(
    "What is no time is refused",
    arguments: [
      "", "today", "2026-02-30", "2025-02-29", "2026-1-1", "2026-01-31T24:00:00Z", "2026-01-31T",
    ])
  func refuses(text: String) {
    #expect(InstantText.parse(text) == nil)
  }

  @Test(
    "A time is shown in UTC, with a fraction only where it has one",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_769_839_200_000_000, "2026-01-31T06:00:00Z"),
      (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_500_000, "2000-02-29T00:00:00.500000Z"),
    ])
  func shows(microseconds: Int64, text: String) {
    #expect(InstantText.format(Instant(microsecondsSince1970: microseconds)) == text)
  }
}
