import PostgreSQL
import ReceiptForge
import ReceiptVerification
import TestSupport
import Testing

@testable import Audit

@Suite("The guard")
struct GuardTests {
  /// Genuine receipts under keys from `first` on.
  private func genuine(_ count: Int, from first: Int = 1) throws -> [AuditFixture.Stored] {
    let kind = try #require(ReceiptKind.named("genuine-sha256"))
    let receipt = try kind.mint(TestPKI.standard)
    return (first..<first + count).map { .init(key: String($0), account: "a", receipt: receipt) }
  }

  private func forged(_ count: Int, from first: Int) throws -> [AuditFixture.Stored] {
    let kind = try #require(ReceiptKind.named("foreign-root"))
    let receipt = try kind.mint(TestPKI.standard)
    return (first..<first + count).map { .init(key: String($0), account: "a", receipt: receipt) }
  }

  private func published(_ fixture: AuditFixture) throws -> Int64? {
    try fixture.connection.query("select run_id from audit_data.published")[0].int("run_id")
  }

  private static let readerTables = [
    "audit.receipts", "audit.transactions", "audit.findings", "audit.duplicate_transactions",
    "audit.cancellations", "audit.subscriptions", "audit.expired_subscriptions",
    "audit.run_summary", "audit.daily_summary", "audit.product_summary", "audit.rule_summary",
  ]

  private func seenByReaders(_ fixture: AuditFixture) throws -> [String: [String?]] {
    var seen: [String: [String?]] = [:]
    for table in Self.readerTables {
      seen[table] = try fixture.values(
        "select to_jsonb(t)::text as value from \(table) t order by 1")
    }
    return seen
  }

  @Test(
    "receipts of a signer that lose their verdict wholesale hold the run, and readers see nothing")
  func signerFlips() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(30))
    #expect(try fixture.run().status == .published)
    let before = try seenByReaders(fixture)

    let report = try fixture.run { $0.anchors = .apple }
    #expect(report.status == .held)
    #expect(report.exitStatus(failOn: .critical) == .held)
    let message = try #require(report.message)
    #expect(message.contains("30 of 30 judged receipts are not genuine (100.0 %, before 0.0 %)"))
    #expect(message.contains("30 of 30 receipts of signer"))
    #expect(report.reason?.contains("trust anchors removed") == true)
    // The report is about the run that is to be decided upon, not about what readers see.
    #expect(report.findings.contains { $0.new == 30 }, "\(report.findings)")
    #expect(
      try fixture.values("select status as value from audit.runs order by run_id") == [
        "published", "held",
      ])
    #expect(try published(fixture) == 1)
    #expect(try seenByReaders(fixture) == before)
    let refused = #expect(throws: AuditError.self) { try fixture.run() }
    #expect(refused?.status == .held)
  }

  @Test("what the guard went by is noted beside the run, held or not")
  func figures() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(30))
    try fixture.run()
    try fixture.insert(try forged(2, from: 100))
    try fixture.run()
    try fixture.run { $0.anchors = .apple }
    let noted = try fixture.values(
      "select status || coalesce(' ' || (guard - 'signers')::text, '') as value from audit.runs order by run_id"
    )
    #expect(
      noted == [
        "published",
        "published {\"limit\": 10, \"judged\": {\"receipts\": 2, \"not_genuine\": 2, \"receipts_before\": 30, \"not_genuine_before\": 0}}",
        "held {\"limit\": 10, \"judged\": {\"receipts\": 32, \"not_genuine\": 32, \"receipts_before\": 32, \"not_genuine_before\": 2}}",
      ])
    let signers = try fixture.values(
      "select (s - 'signer_sha256')::text as value from audit.runs, jsonb_array_elements(guard -> 'signers') s where s ->> 'signer_sha256' ~ '^[0-9a-f]{64}$'"
    )
    #expect(signers == ["{\"receipts\": 30, \"not_genuine\": 30}"])
  }

  @Test("a held run is published by a decision, whole")
  func decidedToPublish() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(30))
    try fixture.run()
    try fixture.run { $0.anchors = .apple }
    try RunDecision.publish.carryOut(2, on: fixture.database.settings)
    #expect(try published(fixture) == 2)
    #expect(
      try fixture.values("select distinct verdict as value from audit.receipts") == ["forged"])
    #expect(try fixture.count("select from audit.run_summary") == 2)
    let twice = #expect(throws: AuditError.self) {
      try RunDecision.publish.carryOut(2, on: fixture.database.settings)
    }
    #expect(twice?.status == .configuration)
    #expect(try fixture.run { $0.anchors = .apple }.receipts == 0)
  }

  @Test("a held run that is discarded has never been, and its receipts are audited again")
  func decidedToDiscard() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(30))
    try fixture.run()
    let before = try seenByReaders(fixture)
    try fixture.run { $0.anchors = .apple }
    try RunDecision.discard.carryOut(2, on: fixture.database.settings)
    #expect(try seenByReaders(fixture) == before)
    #expect(try fixture.count("select from audit_data.receipts where run_id = 2") == 0)
    #expect(
      try fixture.count("select from audit_data.receipts where superseded_by is not null") == 0)
    #expect(try fixture.run().status == .published)
    let again = try fixture.run {
      $0.anchors = .apple
      $0.guardPercent = nil
    }
    #expect(again.status == .published)
    #expect(again.verdicts == ["forged": 30])
  }

  @Test("a night of new receipts that are mostly not genuine is held; a handful is not")
  func newReceipts() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(40))
    try fixture.run()
    try fixture.insert(try forged(9, from: 100))
    #expect(try fixture.run().status == .published)
    try fixture.insert(try forged(20, from: 200))
    let report = try fixture.run()
    #expect(report.status == .held)
    #expect(report.message?.contains("20 of 20 judged receipts") == true)
  }

  @Test("the first run is published whatever it finds")
  func firstRun() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try forged(40, from: 1))
    #expect(try fixture.run().status == .published)
  }

  @Test("receipts that become genuine accuse nobody")
  func better() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(30))
    try fixture.run { $0.anchors = .apple }
    let report = try fixture.run()
    #expect(report.status == .published)
    #expect(report.verdicts == ["genuine": 30])
    #expect(report.reason?.contains("trust anchors added") == true)
  }

  @Test("readers see nothing of a run that failed or was interrupted")
  func unfinished() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try genuine(30))
    try fixture.run()
    let before = try seenByReaders(fixture)
    try fixture.insert(try genuine(30, from: 100))
    #expect(throws: AuditError.self) { try fixture.run { $0.stopAfterBatches = 2 } }
    #expect(
      try fixture.values("select status as value from audit.runs where run_id = 2") == [
        "interrupted"
      ])
    #expect(try seenByReaders(fixture) == before)
    try fixture.connection.execute("alter table audit_data.findings rename to hidden")
    #expect(throws: AuditError.self) { try fixture.run() }
    try fixture.connection.execute("alter table audit_data.hidden rename to findings")
    #expect(
      try fixture.values("select status as value from audit.runs where run_id = 2") == [
        "failed"
      ])
    #expect(try seenByReaders(fixture) == before)
    #expect(try fixture.run().status == .published)
    #expect(try fixture.count("select from audit.receipts") == 60)
  }

  @Test("shares are compared beyond the limit and beyond chance alone")
  func limits() {
    let strict = Guard(percent: 10)
    let before = Guard.Share(receipts: 1000, suspect: 50)
    #expect(strict.reason(.init(receipts: 100, suspect: 15), before: before) == nil)
    #expect(strict.reason(.init(receipts: 100, suspect: 16), before: before) != nil)
    #expect(strict.reason(.init(receipts: 10, suspect: 10), before: before) == nil)
    #expect(strict.reason(.init(receipts: 11, suspect: 11), before: before) != nil)
    #expect(Guard(percent: 11).reason(.init(receipts: 100, suspect: 16), before: before) == nil)
    #expect(
      strict.reason(.init(receipts: 5, suspect: 5), before: .init(receipts: 0, suspect: 0)) == nil)
    #expect(strict.reason(.init(receipts: 40, suspect: 4), signer: "ab") == nil)
    #expect(strict.reason(.init(receipts: 40, suspect: 5), signer: "ab") != nil)
    #expect(strict.reason(.init(receipts: 50, suspect: 5), signer: "ab") == nil)
  }
}
