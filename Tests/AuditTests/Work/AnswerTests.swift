import PostgreSQL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("verifyReceipt answers in a table")
struct AnswerTests {
  private func audited(_ name: String) throws -> AuditFixture {
    let fixture = try AuditFixture()
    let kind = try #require(ReceiptKind.named(name))
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try kind.mint(TestPKI.standard))
    ])
    try fixture.run()
    return fixture
  }

  @Test("a row that only the JSON has is stored as a claim, and enters no total")
  func invented() throws {
    let fixture = try audited("verify-receipt-invented")
    let sold = Int64(ReceiptDraft.sample.purchases.count)
    #expect(try fixture.count("select from audit.transactions") == sold + 1)
    #expect(
      try fixture.count("select from audit.transactions where verified and counted") == sold)
    let row = try fixture.connection.query(
      "select * from audit.transactions where not verified")
    #expect(row.count == 1)
    #expect(try row[0].text("product_id") == "com.example.meadow.seeds9000")
    #expect(try row[0].bool("counted") == false)
    #expect(try row[0].text("format") == "verify-receipt-json")
    let products = try fixture.connection.query("select product_id from audit.product_summary")
    for index in 0..<products.count {
      #expect(try products[index].text("product_id") != "com.example.meadow.seeds9000")
    }
    #expect(products.count > 0)
  }

  @Test("a row that contradicts the receipt gives one finding with both values")
  func edited() throws {
    let fixture = try audited("verify-receipt-edited")
    let findings = try fixture.connection.query(
      "select severity, evidence from audit.findings where rule = 'implausible-content'")
    #expect(findings.count == 1)
    let evidence = try findings[0].text("evidence") ?? ""
    #expect(evidence.contains("\"claimed_expires_date\": \"2099-09-09T00:00:00Z\""))
    #expect(evidence.contains("\"signed_expires_date\": \"2023-04-01T09:00:00Z\""))
    #expect(try findings[0].text("severity") == "warning")
    #expect(
      try fixture.count("select from audit.transactions where expires_date > '2090-01-01'") == 0)
  }

  @Test("the receipt inside is the receipt: the same payload in two forms is one")
  func samePayload() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    let alone = try #require(ReceiptKind.named("genuine-sha256")).mint(pki, .sample)
    let answer = AnswerDraft(.sample, receipt: alone).encoded
    try fixture.insert([
      .init(key: "1", account: "a", receipt: alone), .init(key: "2", account: "b", receipt: answer),
    ])
    try fixture.run()
    #expect(
      try fixture.count("select from audit.findings where rule = 'duplicate-receipt'") == 1)
    #expect(
      try fixture.values("select distinct payload_sha256 as value from audit.receipts").count == 1)
    let formats = "select format as value from audit.receipts order by receipt_id"
    #expect(try fixture.values(formats) == ["app-receipt", "verify-receipt-json"])
  }

  @Test("without a receipt there is nothing to judge, and what it claims is kept")
  func unproven() throws {
    let fixture = try audited("verify-receipt-unproven")
    let receipts = try fixture.connection.query("select * from audit.receipts")
    #expect(try receipts[0].text("verdict") == "unsupported")
    #expect(try receipts[0].text("bundle_id") == "com.example.meadow")
    #expect(
      try fixture.count("select from audit.transactions where not verified")
        == Int64(ReceiptDraft.sample.purchases.count))
    #expect(try fixture.count("select from audit.subscriptions") == 0)
  }
}
