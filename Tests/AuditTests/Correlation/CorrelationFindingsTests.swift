import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("The life of findings")
struct CorrelationFindingsTests {
  private let changes =
    "select change as a, coalesce(rule, verdict) as b, cause as c from audit.run_changes where run_id = (select max(run_id) from audit.runs) order by 1, 2"

  private func dispose(
    _ store: AuditedStore, _ judgement: Disposition.Judgement, until: String? = nil
  ) throws {
    let rows = try store.connection.query(
      "select finding_id, extract(epoch from $1::text::timestamptz)::bigint as until from audit.findings order by 1 limit 1",
      [until.map { .text($0) } ?? .null])
    try Disposition(
      findingID: try rows[0].int("finding_id") ?? 0, judgement: judgement, note: "why",
      decidedBy: "someone",
      until: try rows[0].int("until").map { .init(secondsSince1970: $0) }
    ).record(on: store.connection)
  }

  @Test("a run says what is new, what persists and what is gone")
  func changesOfARun() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "forged"))
    try store.addFinding("forged-receipt", receipt: "a")
    try store.add(StoredReceipt(id: "z", account: "9"))
    try store.add(StoredReceipt(id: "b", account: "1", verdict: "corrupt"))
    try store.addFinding("corrupt-receipt", receipt: "b", severity: "warning")
    try store.publish()
    #expect(try store.lines(changes) == ["new corrupt-receipt -", "new forged-receipt -"])
    try store.startRun()
    try store.supersede("b")
    try store.add(StoredReceipt(id: "b", account: "1"), StoredPurchase(id: "1"))
    try store.add(StoredReceipt(id: "c", account: "2"), StoredPurchase(id: "1"))
    try store.publish()
    #expect(
      try store.lines(changes) == [
        "new duplicate-transaction -", "persisting forged-receipt -",
        "resolved corrupt-receipt -", "verdict genuine new-data",
      ])
  }

  @Test(
    "a changed verdict is told apart by its cause",
    arguments: [("rules-2", "{a}", "new-rules"), ("rules-1", "{a,b}", "new-anchors")])
  func causes(rules: String, anchors: String, cause: String) throws {
    var store = try AuditedStore()
    let policy =
      "insert into audit_data.policies (rule_set_version, anchors) values ($1, $2::text::text[])"
    try store.connection.query(policy, [.text("rules-1"), .text("{a}")])
    try store.connection.query(policy, [.text(rules), .text(anchors)])
    try store.add(StoredReceipt(id: "z", account: "9"))
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "untrusted", payload: "p"))
    try store.publish()
    try store.startRun()
    try store.supersede("a")
    try store.add(StoredReceipt(id: "a", account: "1", payload: "p", policy: 2))
    try store.publish()
    #expect(try store.lines(changes) == ["verdict genuine \(cause)"])
  }

  @Test("a settled finding is silent until its date, an escalated one is not")
  func silence() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "forged"))
    try store.addFinding("forged-receipt", receipt: "a")
    try store.publish()
    let silent = "select is_silent from audit.findings"
    try dispose(store, .escalated)
    #expect(try store.lines(silent) == ["false"])
    try dispose(store, .accepted, until: "2026-12-24T00:00:00Z")
    #expect(try store.lines(silent) == ["true"])
    let open = "select critical_open as a from audit.run_summary order by run_id"
    for (asOf, expected) in [
      ("2026-12-01T00:00:00Z", "0"), ("2026-12-24T00:00:00Z", "1"),
    ] {
      try store.startRun(asOf: asOf)
      try store.publish()
      #expect(try store.lines(open).last == expected, "\(asOf)")
    }
    #expect(try store.lines(silent) == ["false"])
  }

  @Test("a finding that is not there cannot be judged")
  func noSuchFinding() throws {
    let store = try AuditedStore()
    #expect(throws: AuditError.self) {
      try Disposition(findingID: 99, judgement: .accepted).record(on: store.connection)
    }
  }

  @Test("how often a rule is right follows from the newest judgements")
  func precision() throws {
    let store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "forged"))
    try store.addFinding("forged-receipt", receipt: "a")
    try store.publish()
    let line =
      "select judged as a, precision as b, (select decided_by from audit.findings) as c from audit.rule_precision where rule = 'forged-receipt'"
    #expect(try store.lines(line) == ["0 - -"])
    try dispose(store, .accepted)
    #expect(try store.lines(line) == ["1 1.0000 someone"])
    try dispose(store, .falsePositive)
    #expect(try store.lines(line) == ["1 0.0000 someone"])
  }

  @Test("a changed list of apps takes effect in the next run, without verifying anything again")
  func changedApps() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "1"))
    try store.add(
      StoredReceipt(id: "b", account: "1", environment: "sandbox", bundleID: "com.example.two"),
      StoredPurchase(id: "2"))
    try store.publish()
    try store.app("com.example.two", policy: "keep")
    try store.startRun()
    #expect(try store.publish() == .full)
    #expect(try store.alarms() == ["foreign-app critical a", "sandbox-receipt warning b"])
    #expect(try store.lines("select purchases as a from audit.run_summary").last == "1")
    try store.connection.query("delete from audit.apps")
    try store.startRun()
    try store.publish()
    #expect(try store.lines("select purchases as a from audit.run_summary").last == "2")
    #expect(try store.lines("select counted as a from audit.transactions") == ["true", "true"])
  }

  @Test("a rule of another version has everything compared again")
  func changedRule() throws {
    var store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "1"))
    try store.publish()
    try store.startRun()
    #expect(try store.publish() == .incremental)
    try store.connection.query(
      "update audit.rules set version = 2 where rule = 'duplicate-receipt'")
    try store.startRun()
    #expect(try store.publish() == .full)
  }
}
