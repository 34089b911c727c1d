import Audit
import PostgreSQL
import ReceiptForge
import Testing

@Suite("A business with honest customers and labelled frauds")
struct PopulationTests {
  @Test("all labelled frauds are found, and nobody else is called critical")
  func truth() throws {
    let fixture = try AuditFixture()
    let population = try Population(receipts: 600, seed: 7).receipts()
    try fixture.insert(
      population.map {
        .init(key: String($0.receiptID), account: $0.accountID, receipt: $0.receipt)
      })
    try fixture.connection.execute(
      """
      alter table public.receipts add column bundle_id text, add column device_id bytea;
      create or replace view audit.source as
      select receipt_id, account_id, receipt, received_at, bundle_id, device_id
      from public.receipts;
      """)
    for row in population {
      try fixture.connection.query(
        """
        update public.receipts set bundle_id = $2, device_id = $3, received_at = $4
        where receipt_id = $1
        """,
        [
          .int8(row.receiptID), .text(row.bundleID), row.deviceID.map { .bytea($0) } ?? .null,
          .timestamp(microsecondsSince1970: row.receivedAt * 1_000_000),
        ])
    }
    let report = try fixture.run { $0.batchSize = 100 }
    #expect(report.receipts == 600)
    for row in population { try compare(row, fixture.connection) }
  }

  private func compare(_ row: ReceiptForge.StoredReceipt, _ connection: Connection) throws {
    let id = String(row.receiptID)
    let receipt = try connection.query(
      "select verdict, reason from audit.receipts where receipt_id = $1", [.text(id)])
    #expect(receipt.count == 1)
    #expect(try receipt[0].text("reason") == row.truth.reason.rawValue, "\(row.truth.label)")
    let found = try connection.query(
      "select rule, severity from audit.findings where receipt_id = $1 and status = 'open'",
      [.text(id)])
    let rules = try (0..<found.count).compactMap { try found[$0].text("rule") }
    let perReceipt = row.truth.expectedFindings.filter { !$0.hasPrefix("duplicate-") }
    for expected in perReceipt {
      #expect(rules.contains(expected), "\(id) \(row.truth.label): \(rules)")
    }
    for index in 0..<found.count where try found[index].text("severity") == "critical" {
      let rule = try found[index].text("rule") ?? ""
      #expect(row.truth.expectedFindings.contains(rule), "\(id) \(row.truth.label): \(rule)")
    }
  }
}
