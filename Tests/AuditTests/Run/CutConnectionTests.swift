import Audit
import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Connections that are cut")
struct CutConnectionTests {
  private static let population = Result { try AuditFixture.everyKind().map(\.stored) }

  private static let undisturbed = Result { () throws -> [String: [String]] in
    let fixture = try AuditFixture()
    try fixture.insert(try population.get())
    try fixture.run()
    return try fixture.results()
  }

  private func fixture() throws -> AuditFixture {
    let fixture = try AuditFixture()
    try fixture.insert(try Self.population.get())
    return fixture
  }

  private func expectUndisturbed(_ fixture: AuditFixture) throws {
    let (expected, results) = (try Self.undisturbed.get(), try fixture.results())
    for table in expected.keys {
      let isSame = results[table] == expected[table]
      #expect(isSame, "\(table)")
    }
  }

  @Test(
    "a connection cut during COPY, before or during COMMIT, of a batch or of the whole, costs no row and repeats none",
    arguments: CuttingProxy.Moment.allCases, CuttingProxy.Transport.allCases)
  func cut(at moment: CuttingProxy.Moment, over transport: CuttingProxy.Transport) throws {
    let fixture = try fixture()
    // A run is published once.
    let cuts = moment == .duringPublication ? [moment] : [moment, moment]
    let proxy = try CuttingProxy(cuts: cuts, over: transport)
    let options = try AuditFixture.options()
    let report = try Auditor(settings: proxy.settings(fixture.database), options: options).run()
    #expect(proxy.remaining == 0)
    #expect(report.run?.resumed == false)
    try expectUndisturbed(fixture)
  }

  @Test("sessions that the server ends again and again cost no row and repeat none")
  func terminated() throws {
    let fixture = try fixture()
    let connection = try fixture.database.connect()
    let (ended, notices) = (Tally(), Notices())
    let ending = Repeated(every: 0.01) {
      // So many are enough: the run is to end.
      guard ended.sum < 12 else { return }
      let sessions = try connection.query(
        """
        select from (
          select pg_terminate_backend(pid) as is_ended from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            and query ilike 'copy%' and random() < 0.5) s
        where is_ended
        """)
      ended.add(sessions.count)
    }
    defer { ending.end() }
    try fixture.run {
      $0.batchSize = 3
      $0.notice = { notices.add($0) }
    }
    ending.end()
    #expect(ended.sum > 0)
    #expect(notices.contain("trying again"), "\(notices.all)")
    try expectUndisturbed(fixture)
  }

  @Test("a server that has become a standby is left for the one that takes its place")
  func readOnly() throws {
    let fixture = try fixture()
    let (database, name) = (fixture.database, fixture.database.name)
    let own = fixture.connection.announcedProcess
    let failingOver = Thread {
      guard let connection = try? database.connect() else { return }
      while (try? connection.query("select from audit.batches where status = 'done'").count) == 0 {
        usleep(1000)
      }
      // Every session from now on is one with the old primary, until there is a new one.
      _ = try? connection.execute(
        "alter database \(name) set default_transaction_read_only = on")
      _ = try? connection.query(
        """
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid not in (pg_backend_pid(), \(own))
        """)
      usleep(1_500_000)
      _ = try? connection.execute("alter database \(name) reset default_transaction_read_only")
    }
    failingOver.start()
    let notices = Notices()
    let report = try fixture.run {
      $0.batchSize = 2
      $0.retry.budget = 15
      $0.notice = { notices.add($0) }
    }
    #expect(notices.contain("25006"), "\(notices.all)")
    #expect(report.status == .published && report.run?.resumed == false)
    try expectUndisturbed(fixture)
  }

  @Test("a slow target slows the reader down, and changes nothing")
  func slowTarget() throws {
    // Far more than the sockets between the server and the reader hold.
    let population = try AuditFixture.everyKind(copies: 2).map(\.stored)
    let (undisturbed, fixture) = (try AuditFixture(), try AuditFixture())
    try undisturbed.insert(population)
    try undisturbed.run()
    try fixture.insert(population)

    let proxy = try CuttingProxy(throttle: 400_000)
    let connection = try fixture.database.connect()
    let passed = Tally()
    let watching = Repeated(every: 0.005) {
      let waiting = try connection.query(
        """
        select from pg_stat_activity
        where datname = current_database() and wait_event = 'ClientWrite'
        """)
      if waiting.count > 0, proxy.isHoldingBack { passed.set(proxy.passed) }
    }
    defer { watching.end() }
    let options = try AuditFixture.options {
      $0.byteBudget = 20_000
      $0.batchSize = population.count
      $0.jobs = 1
      $0.source = fixture.database.settings
    }
    _ = try Auditor(settings: proxy.settings(fixture.database), options: options).run()
    watching.end()
    // The server still had rows that the reader did not take when most results were written.
    #expect(passed.sum > proxy.passed / 2)
    let (expected, results) = (try undisturbed.results(), try fixture.results())
    for table in expected.keys { #expect(results[table] == expected[table], "\(table)") }
  }
}

/// A number, from any thread.
private final class Tally: @unchecked Sendable {
  // Sendable: `stored` is only touched under `lock`.
  private let lock = NSLock()
  private var stored = 0

  var sum: Int { lock.withLock { stored } }

  func add(_ number: Int) { lock.withLock { stored += number } }

  func set(_ number: Int) { lock.withLock { stored = number } }
}
