import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("Nights that follow one another")
struct CorrelationNightsTests {
  private let findings =
    "select finding_id as a, status as b, first_run as c, last_run as d from audit.findings order by 1"

  /// Tables whose rows are versions.
  private static let versioned = [
    "findings", "duplicate_transactions", "cancellations", "subscriptions",
  ]

  private func fill(_ store: AuditedStore) throws {
    try store.add(
      StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "2000"),
      .period(
        "9000", lineItem: 1, from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z",
        cancelled: "2026-01-10T00:00:00Z"))
    try store.add(StoredReceipt(id: "b", account: "2"), StoredPurchase(id: "2000"))
  }

  @Test("a night on which nothing changed writes no result")
  func identical() throws {
    var store = try AuditedStore()
    try fill(store)
    try store.publish()
    for asOf in ["2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z"] {
      try store.startRun(asOf: asOf)
      try store.publish()
      for table in Self.versioned {
        let written = "select count(*) as n from audit_data.\(table) where run_id > 1"
        #expect(try store.lines(written) == ["0"], "\(table)")
      }
    }
    #expect(try store.lines("select run_id, findings from audit.runs order by 1").count == 3)
    let days = "select count(distinct run_id) as n from audit.daily_summary"
    #expect(try store.lines(days) == ["3"])
  }

  @Test("a finding keeps its number while its cause comes and goes")
  func lifetime() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "forged"))
    try store.addFinding("forged-receipt", receipt: "a")
    try store.publish()
    #expect(try store.lines(findings) == ["1 open 1 1"])
    try store.startRun()
    try store.supersede("a")
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "unsupported"))
    try store.publish()
    #expect(try store.lines(findings) == ["1 resolved 1 1"])
    #expect(
      try store.lines("select findings_resolved from audit.run_summary where run_id = 2") == ["1"])
    try store.startRun()
    try store.supersede("a")
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "forged"))
    try store.addFinding("forged-receipt", receipt: "a")
    try store.publish()
    #expect(try store.lines(findings) == ["1 open 1 3"])
  }

  @Test("readers see nothing of a run before it is published, and nothing of a discarded one")
  func unpublished() throws {
    var store = try AuditedStore()
    try fill(store)
    try store.publish()
    let views = [
      "receipts", "transactions", "findings", "duplicate_transactions", "cancellations",
      "subscriptions", "run_summary", "rule_summary", "daily_summary", "product_summary",
    ]
    let contents: () throws -> [[String]] = { [store] in
      try views.map {
        try store.lines("select to_jsonb(v)::text as j from audit.\($0) v order by 1")
      }
    }
    let before = try contents()
    try store.startRun()
    try store.supersede("a")
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "corrupt"))
    try store.compare()
    #expect(try contents() == before)
    try store.connection.transaction {
      try Correlation.discard(on: store.connection, runID: store.runID)
    }
    #expect(try contents() == before)
    let left = "select count(*) as n from audit_data.receipts where run_id = 2"
    #expect(try store.lines(left) == ["0"])
  }

  @Test("comparing twice in a run is the same as once")
  func twice() throws {
    var store = try AuditedStore()
    try fill(store)
    try store.publish()
    try store.startRun()
    try store.add(StoredReceipt(id: "c", account: "3"), StoredPurchase(id: "2000"))
    try store.compare()
    try store.publish()
    #expect(
      try store.lines("select accounts from audit.duplicate_transactions") == ["3"])
  }

  @Test("the first published run's signers are the baseline; later ones are drift")
  func signerDrift() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"))
    try store.publish()
    #expect(try store.alarms() == [])
    try store.startRun()
    try store.add(StoredReceipt(id: "b", account: "1"))
    try store.add(StoredReceipt(id: "c", account: "1", signer: "signer-b"))
    try store.publish()
    #expect(try store.alarms() == ["signer-drift warning c"])
  }
  @Test(
    "a forged receipt that carries a new signer's certificate settles nothing about that signer")
  func signerDriftAndForgery() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"))
    try store.publish()
    try store.startRun()
    try store.add(StoredReceipt(id: "b", account: "1", signer: "signer-b"))
    try store.publish()
    try store.startRun()
    try store.add(StoredReceipt(id: "c", account: "2", verdict: "forged", signer: "signer-b"))
    #expect(try store.publish() == .incremental)
    #expect(try store.alarms() == ["signer-drift warning b"])
  }

  @Test(
    "two ids of one purchase are one purchase on the night that brings the second, original or not")
  func restoredWithoutOriginal() throws {
    var store = try AuditedStore()
    func season(_ id: String) -> StoredPurchase {
      StoredPurchase(id: id, hasOriginal: false, lineItem: 7, product: "season", type: nil)
    }
    try store.add(StoredReceipt(id: "a", account: "1"), season("1000"))
    try store.publish()
    try store.startRun()
    try store.add(StoredReceipt(id: "b", account: "1"), season("1001"))
    #expect(try store.publish() == .incremental)
    #expect(
      try store.lines("select transaction_id, class from audit.duplicate_transactions") == [
        "restored 1001"
      ])
  }
}
