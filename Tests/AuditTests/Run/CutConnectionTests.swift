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
    "a connection cut during COPY, before COMMIT and during COMMIT costs no row and repeats none",
    arguments: CuttingProxy.Moment.allCases, CuttingProxy.Transport.allCases)
  func cut(at moment: CuttingProxy.Moment, over transport: CuttingProxy.Transport) throws {
    let fixture = try fixture()
    let proxy = try CuttingProxy(cuts: [moment, moment], over: transport)
    let options = try AuditFixture.options()
    let report = try Auditor(settings: proxy.settings(fixture.database), options: options).run()
    #expect(proxy.remaining == 0)
    #expect(report.run?.resumed == false)
    try expectUndisturbed(fixture)
  }

  @Test("sessions that the server ends again and again cost no row and repeat none")
  func terminated() throws {
    let fixture = try fixture()
    let database = fixture.database
    let ending = Thread {
      guard let connection = try? database.connect() else { return }
      for _ in 1...30 {
        _ = try? connection.query(
          """
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            and query ilike 'copy%' and random() < 0.5
          """)
        usleep(10_000)
      }
    }
    ending.start()
    try fixture.run { $0.batchSize = 3 }
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
    let report = try fixture.run {
      $0.batchSize = 2
      $0.retry.budget = 15
    }
    #expect(report.status == .published && report.run?.resumed == false)
    try expectUndisturbed(fixture)
  }

  @Test("a slow target slows the reader down, and changes nothing")
  func slowTarget() throws {
    let fixture = try fixture()
    let proxy = try CuttingProxy(throttle: 400_000)
    let options = try AuditFixture.options {
      $0.byteBudget = 20_000
      $0.source = fixture.database.settings
    }
    _ = try Auditor(settings: proxy.settings(fixture.database), options: options).run()
    try expectUndisturbed(fixture)
  }
}
