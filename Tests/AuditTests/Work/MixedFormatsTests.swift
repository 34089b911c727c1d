import PostgreSQL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("One table of every format")
struct MixedFormatsTests {
  /// Genuine documents of every format, with what each is called.
  private static let kinds: [(name: String, format: String)] = [
    ("genuine-sha256", "app-receipt"), ("genuine-sha1", "app-receipt"),
    ("token-transaction", "jws-transaction"), ("token-renewal-info", "jws-renewal-info"),
    ("token-app-transaction", "jws-app-transaction"), ("token-notification", "jws-notification"),
    ("token-notification-body", "jws-notification"),
    ("transaction-receipt", "transaction-receipt"),
    ("transaction-receipt-v3", "transaction-receipt"),
    ("verify-receipt-answer", "verify-receipt-json"),
    ("verify-receipt-request", "verify-receipt-json"),
  ]

  @Test("one run names each row by its format, and the format alone causes no finding")
  func mixed() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    for (index, kind) in Self.kinds.enumerated() {
      let receipt = try #require(ReceiptKind.named(kind.name)).mint(pki)
      try fixture.insert([.init(key: String(index + 1), account: "a", receipt: receipt)])
    }
    // The rows were stored after the last of them was signed.
    try fixture.connection.execute("update public.receipts set received_at = '2025-10-10'")
    let report = try fixture.run {
      $0.asOf = Instant(secondsSince1970: 1_760_140_800)
    }
    #expect(report.receipts == Int64(Self.kinds.count))
    #expect(report.verdicts == ["genuine": Int64(Self.kinds.count)])
    #expect(
      try fixture.values("select format as value from audit.receipts order by receipt_id::int")
        == Self.kinds.map(\.format))
    let rules = try fixture.values("select distinct rule as value from audit.findings order by 1")
    #expect(rules.allSatisfy { $0 == "expired-subscription" }, "\(rules)")
    #expect(
      try fixture.count("select from audit.receipts where not counted or signature <> 'valid'") == 0
    )
  }
}
