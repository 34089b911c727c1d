import Audit
import PostgreSQL
import Testing

@Suite("Runs that are stopped, and runs at the same time")
struct ResumeTests {
  @Test("a run stopped half way and started again ends with the tables of an undisturbed one")
  func resumed() throws {
    let population = try AuditFixture.everyKind(copies: 2).map(\.stored)
    let undisturbed = try AuditFixture()
    try undisturbed.insert(population)
    try undisturbed.run()

    let stopped = try AuditFixture()
    try stopped.insert(population)
    let error = #expect(throws: AuditError.self) { try stopped.run { $0.stopAfterBatches = 3 } }
    #expect(error?.status == .interrupted)
    #expect(try stopped.values("select status as value from audit.runs") == ["interrupted"])
    #expect(try stopped.count("select from audit.receipts") == 0, "nothing is published")
    #expect(try stopped.count("select from audit.batches where status = 'done'") >= 3)

    let report = try stopped.run()
    #expect(report.run?.resumed == true && report.run?.runID == 1)
    let (left, right) = (try undisturbed.results(), try stopped.results())
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }

  @Test("a run that lost its process is gone on with: what it had taken is free again")
  func lostProcess() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    #expect(throws: AuditError.self) { try fixture.run { $0.stopAfterBatches = 2 } }
    try fixture.connection.execute(
      """
      update audit.runs set status = 'running';
      update audit.batches set status = 'leased', owner = 'gone', lease_until = now() + '1 day'
      where batch_no = (select max(batch_no) from audit.batches where status = 'waiting');
      """)
    let report = try fixture.run()
    #expect(report.run?.resumed == true)
    #expect(try fixture.count("select from audit.batches where status <> 'done'") == 0)
  }

  @Test("an unfinished run under other anchors is thrown away and not gone on with")
  func otherPolicy() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(population)
    #expect(throws: AuditError.self) { try fixture.run { $0.stopAfterBatches = 2 } }
    let report = try fixture.run { $0.anchors = .apple }
    #expect(report.run?.resumed == false)
    #expect(report.receipts == Int64(population.count))
    #expect(try fixture.count("select from audit.receipts") == Int64(population.count))
    #expect(try fixture.count("select from audit_data.receipts where run_id = 1") == 0)
  }

  @Test("a second run at the same time is refused with a status of its own")
  func locked() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let other = try fixture.database.connect()
    try other.query("select pg_advisory_lock(hashtext('receipt-audit'), hashtext('run'))")
    let error = #expect(throws: AuditError.self) { try fixture.run() }
    #expect(error?.status == .locked)
    #expect(try fixture.count("select from audit.runs") == 0)
  }

  @Test("a stop flag that is up ends the run before its first batch, to be gone on with")
  func stopFlag() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let error = #expect(throws: AuditError.self) {
      try fixture.run { $0.stop.raise(.terminated) }
    }
    #expect(error?.status == .terminated)
    let late = #expect(throws: AuditError.self) { try fixture.run { $0.maxRuntime = 0 } }
    #expect(late?.status == .outOfTime)
    #expect(try fixture.count("select from audit.receipts") == 0)
    #expect(try fixture.run().status == .published)
  }

  @Test("a held run keeps the next one from starting")
  func held() throws {
    let fixture = try AuditFixture()
    try fixture.connection.execute(
      "insert into audit.runs (status, as_of) values ('held', now())")
    let error = #expect(throws: AuditError.self) { try fixture.run() }
    #expect(error?.status == .held)
  }
}
