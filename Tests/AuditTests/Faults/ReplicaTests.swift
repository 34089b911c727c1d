import Audit
import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Reading from a replica")
struct ReplicaTests {
  @Test("what the replica cancels is read in smaller pieces, and the tables are the same")
  func conflicts() throws {
    let population = try AuditFixture.everyKind().map(\.stored)
    let undisturbed = try AuditFixture()
    try undisturbed.insert(population)
    try undisturbed.run()

    let primary = try PrivateCluster()
    let connection = try primary.connect()
    try Schema.up(connection)
    try AuditFixture.prepare(connection)
    try AuditFixture.insert(population, connection)
    // Reading takes its time on the replica.
    try connection.execute(
      """
      create function public.slowly(bigint) returns boolean language plpgsql volatile as $$
      begin
        if pg_is_in_recovery() then perform pg_sleep(0.005); end if;
        return true;
      end $$;
      create or replace view audit.source as
      select receipt_id, account_id, receipt, received_at from public.receipts
      where public.slowly(receipt_id);
      """)
    let replica = try PrivateCluster(standbyOf: primary)
    try replica.set(["max_standby_streaming_delay": "0", "hot_standby_feedback": "off"])

    let notices = Notices()
    let locking = Repeated(every: 0.1) {
      // Replayed, it ends whoever reads the table.
      try connection.execute(
        "begin; lock table public.receipts in access exclusive mode; commit")
    }
    defer { locking.end() }
    let options = try AuditFixture.options {
      $0.source = ConnectionSettings(replica.conninfo)
      $0.batchSize = 100
      $0.notice = { notices.add($0) }
    }
    let report = try Auditor(settings: ConnectionSettings(primary.conninfo), options: options).run()
    locking.end()
    #expect(report.status == .published)
    #expect(notices.all.contains { $0.contains("cut into smaller ones") }, "\(notices.all)")
    let batches = try primary.connect().query("select count(*) as n from audit.batches")
    #expect(try batches[0].int("n") ?? 0 > Int64(population.count / 100 + 1))
    let (left, right) = (try undisturbed.results(), try AuditFixture.results(primary.connect()))
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }
}

/// Lines, from any thread.
private final class Notices: @unchecked Sendable {
  // Sendable: `lines` is only touched under `lock`.
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func add(_ line: String) { lock.withLock { lines.append(line) } }
}

/// Does something again and again, on a thread of its own.
private final class Repeated: @unchecked Sendable {
  // Sendable: `isOver` is only touched under `condition`, `body` only called on the one thread.
  private let condition = NSCondition()
  private let body: () throws -> Void
  private var isOver = false
  private var isRunning = true

  init(every seconds: Double, _ body: @escaping () throws -> Void) {
    self.body = body
    let thread = Thread { self.work(seconds) }
    thread.start()
  }

  /// Returns when it has come to rest.
  func end() {
    condition.withLock {
      isOver = true
      while isRunning { condition.wait() }
    }
  }

  private func work(_ seconds: Double) {
    while !condition.withLock({ isOver }) {
      do { try body() } catch { Issue.record(error) }
      Thread.sleep(forTimeInterval: seconds)
    }
    condition.withLock {
      isRunning = false
      condition.broadcast()
    }
  }
}
