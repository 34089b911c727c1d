import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Audit

@Suite("Discarding a run that a worker elsewhere is still at")
struct DiscardTests {
  private let fixture: AuditFixture
  private let worker: Connection
  private let batch: Batch

  /// A published run, and one after it that its supervisor has left: the worker is at a batch of it,
  /// and has written.
  init() throws {
    let fixture = try AuditFixture()
    self.fixture = fixture
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    try fixture.run()
    #expect(throws: AuditError.self) {
      try fixture.run {
        $0.full = true
        $0.stopAfterBatches = 2
      }
    }
    try fixture.connection.execute("update audit.runs set status = 'running' where run_id = 2")
    worker = try fixture.database.connect()
    batch = try #require(try Batch.claim(.of(run: 2, owner: "w", fixture), worker))
    try worker.execute("begin")
    #expect(try batch.fence(worker) == .owned)
    try worker.execute(
      """
      create temporary table rewritten on commit drop as
      select t.* from audit_data.transactions t where superseded_by is null and run_id = 1;
      update audit_data.transactions set superseded_by = 2
      where superseded_by is null and run_id = 1;
      update rewritten set run_id = 2;
      do $$ begin execute (
        select format('insert into audit_data.transactions (%1$s) select %1$s from rewritten',
          string_agg(quote_ident(attname), ', '))
        from pg_attribute
        where attrelid = 'audit_data.transactions'::regclass and attnum > 0 and not attisdropped
          and attgenerated = '');
      end $$;
      """)
    // What comes after a receipt's stored value changed within the run.
    try worker.execute(
      """
      delete from audit_data.receipts
      where run_id = 2 and receipt_id = (
        select min(receipt_id) from audit_data.receipts where run_id = 2)
      """)
  }

  /// What stays of the discarded run, and what it hides.
  private func leftovers() throws -> [String: Int64] {
    var left: [String: Int64] = [:]
    for table in [
      "audit_data.receipts", "audit_data.transactions", "audit_data.receipt_findings",
      "audit.batches",
    ] {
      left[table] = try fixture.count("select from \(table) where run_id = 2")
      guard table != "audit.batches" else { continue }
      left["hidden in \(table)"] = try fixture.count(
        "select from \(table) where superseded_by = 2")
    }
    return left.filter { $0.value > 0 }
  }

  /// Discards the run on a thread of its own, as `role` where one is given.
  private func startDiscarding(as role: String? = nil) -> Discarding {
    let discarding = Discarding()
    let settings = fixture.database.settings
    Thread.detachNewThread {
      discarding.end(
        with: Result {
          let connection = try AuditSession.open(settings)
          if let role { try connection.execute("set role \(role)") }
          try connection.transaction { try Correlation.discard(on: connection, runID: 2) }
        })
    }
    return discarding
  }

  /// Waits until it is over, or waits for the worker.
  private func settle(_ discarding: Discarding) throws {
    while discarding.result == nil,
      try fixture.count(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      )
        == 0
    {
      usleep(2000)
    }
  }

  @Test("leaves nothing of its batch, whose session is ended")
  func discard() throws {
    let discarding = startDiscarding()
    try settle(discarding)
    #expect(throws: (any Error).self) {
      try batch.finish(receipts: 1, worker)
      try worker.execute("commit")
    }
    try discarding.wait()
    #expect(try leftovers() == [:])
    #expect(try fixture.run().status == .published)
  }

  @Test("waits for the batch where the session is not its to end, and takes its rows back too")
  func patience() throws {
    let role = "discarder_\(fixture.database.name)"
    try fixture.connection.execute(
      """
      create role \(role);
      grant usage on schema audit, audit_data to \(role);
      grant select, update, delete on all tables in schema audit, audit_data to \(role);
      """)
    defer { try? fixture.connection.execute("drop owned by \(role); drop role \(role)") }
    let discarding = startDiscarding(as: role)
    try settle(discarding)
    #expect(discarding.result == nil)
    try batch.finish(receipts: 1, worker)
    try worker.execute("commit")
    try discarding.wait()
    #expect(try leftovers() == [:])
  }

  @Test("a batch that was taken before and begun only afterwards is found taken over")
  func late() throws {
    let late = try #require(try Batch.claim(.of(run: 2, owner: "w", fixture), fixture.connection))
    let discarding = startDiscarding()
    try discarding.wait()
    let other = try fixture.database.connect()
    #expect(throws: Batch.TakenOver.self) { try other.transaction { _ = try late.fence(other) } }
    #expect(try leftovers() == [:])
  }

  /// A discard under way.
  private final class Discarding: @unchecked Sendable {
    // Sendable: `stored` is only touched under `lock`.
    private let lock = NSLock()
    private let isOver = DispatchSemaphore(value: 0)
    private var stored: Result<Void, any Error>?

    var result: Result<Void, any Error>? { lock.withLock { stored } }

    func end(with result: Result<Void, any Error>) {
      lock.withLock { stored = result }
      isOver.signal()
    }

    func wait() throws {
      isOver.wait()
      try result?.get()
    }
  }
}
