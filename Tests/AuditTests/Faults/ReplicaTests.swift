import Audit
import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Reading from a replica")
struct ReplicaTests {
  @Test("a replica behind the plan is waited for; one that stays behind ends the run with 6")
  func lagging() throws {
    let primary = try PrivateCluster()
    let connection = try primary.connect()
    try Schema.up(connection)
    try AuditFixture.prepare(connection)
    let replica = try PrivateCluster(standbyOf: primary)
    let population = try AuditFixture.everyKind().map(\.stored)
    try replica.connect().query("select pg_wal_replay_pause()")
    try AuditFixture.insert(population, connection)
    func run(
      budget: Double, _ notice: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> RunReport {
      let options = try AuditFixture.options {
        $0.source = ConnectionSettings(replica.conninfo)
        $0.retry = RetryPolicy(budget: budget)
        $0.notice = notice
      }
      return try Auditor(settings: ConnectionSettings(primary.conninfo), options: options).run()
    }
    let error = #expect(throws: AuditError.self) { _ = try run(budget: 0.5) }
    #expect(error?.status == .unreachable, "\(String(describing: error))")
    #expect(error?.message.contains("write-ahead log behind") == true)
    #expect(try connection.query("select from audit.receipts").count == 0)
    let once = FirstTime()
    let report = try run(budget: 60) { _ in
      once.run { try replica.connect().query("select pg_wal_replay_resume()") }
    }
    #expect(report.receipts == Int64(population.count))
  }

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
