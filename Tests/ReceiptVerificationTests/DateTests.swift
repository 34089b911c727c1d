import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Dates in receipts")
struct DateTests {
  private static let tenEleven = Instant(secondsSince1970: 1_600_337_472)  // 2020-09-17T10:11:12Z

  @Test(
    "spellings of one instant",
    arguments: [
      "2020-09-17T10:11:12Z", "2020-09-17T11:11:12+0100", "2020-09-17T11:11:12+01:00",
      "2020-09-17T05:41:12-0430", "2020-09-17T10:11:12.000Z",
    ])
  func spellings(_ text: String) throws {
    #expect(try purchaseDate(text).date == Self.tenEleven)
  }

  @Test("fractions are kept to the microsecond")
  func fractions() throws {
    let micros = Self.tenEleven.microsecondsSince1970
    for (text, more) in [(".345", 345_000), (".123456789", 123_456), (".1", 100_000)]
      as [(String, Int64)]
    {
      let date = try purchaseDate("2020-09-17T10:11:12\(text)Z").date
      #expect(date == Instant(microsecondsSince1970: micros + more))
    }
  }

  @Test(
    "what is no date leaves the field empty and gives a finding with the text",
    arguments: [
      "2020-02-30T00:00:00Z", "2020-09-17", "2020-09-17T10:11:12Z\0", "2020-09-17T24:00:00Z",
      "2020-09-17T10:11:60Z", "2020-09-17 10:11:12 Etc/GMT", "2021-02-29T00:00:00Z",
      "2020-09-17T10:11:12.Z", "2020-09-17T10:11:12", "2020-13-01T00:00:00Z",
      String(repeating: "1", count: 10_000),
    ])
  func noDates(_ text: String) throws {
    let (date, observations) = try purchaseDate(text)
    #expect(date == nil)
    let observation = try #require(observations.first)
    #expect(observation.rule == .implausibleContent)
    #expect(observation.check == "undecodable-value")
    #expect(observation.evidence["attribute"] == "1704")
    #expect(observation.evidence["value_hex"] != nil)
  }

  @Test("an empty date is absent: no cancellation, no expiry, no finding")
  func emptyDates() throws {
    let purchase = Minted.purchase {
      $0.expiresDate = ""
      $0.cancellationDate = ""
      $0.originalPurchaseDate = nil
    }
    var draft = ReceiptDraft(purchases: [purchase])
    draft.issueDate = ""
    let verification = try Minted.verify(draft)
    let read = try #require(verification.receipt?.purchases.first)
    #expect(read.expiresDate == nil)
    #expect(read.cancellationDate == nil)
    #expect(read.originalPurchaseDate == nil)
    #expect(verification.receipt?.issueDate == nil)
    #expect(verification.observations == [])
    #expect(verification.verdict == .genuine)
  }

  @Test("instants are written as RFC 3339, and read back as the same")
  func text() throws {
    for seconds in [0, 951_782_400, 1_600_337_472, 4_102_444_799] as [Int64] {
      let instant = Instant(secondsSince1970: seconds)
      #expect(try purchaseDate(instant.text).date == instant)
    }
    #expect(Self.tenEleven.text == "2020-09-17T10:11:12Z")
    #expect(
      Instant(microsecondsSince1970: 1_600_337_472_000_345).text == "2020-09-17T10:11:12.000345Z")
  }

  private func purchaseDate(_ text: String) throws -> (date: Instant?, observations: [Observation])
  {
    let purchase = Minted.purchase {
      $0.purchaseDate = text
      $0.originalPurchaseDate = nil
    }
    let verification = try Minted.verify(ReceiptDraft(purchases: [purchase]))
    #expect(verification.verdict == .genuine)
    return (verification.receipt?.purchases.first?.purchaseDate, verification.observations)
  }
}
