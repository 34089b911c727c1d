import Audit
import Foundation
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

@Suite("Faults of the server while a run is at work")
struct ServerFaultTests {
  /// Runs with one lane, and does `fault` once, after a batch has been committed.
  private func run(
    _ fixture: AuditFixture, budget: Double, notices: Notices = Notices(),
    _ fault: @escaping @Sendable () throws -> Void
  ) throws -> RunReport {
    let options = try AuditFixture.options {
      $0.jobs = 2
      $0.retry = RetryPolicy(budget: budget)
      $0.notice = { notices.add($0) }
    }
    let once = FirstTime()
    return try Auditor(settings: fixture.database.settings, options: options).run { _ in
      once.run(fault)
    }
  }

  private func undisturbed(_ population: [AuditFixture.Stored]) throws -> [String: [String]] {
    let fixture = try AuditFixture()
    try fixture.insert(population)
    try fixture.run()
    return try fixture.results()
  }

  @Test("sessions that the server ends are opened again, and nothing is lost or there twice")
  func terminated() throws {
    let population = try AuditFixture.everyKind(copies: 2).map(\.stored)
    let fixture = try AuditFixture()
    try fixture.insert(population)
    let settings = fixture.database.settings
    try fixture.connection.execute("set application_name = 'test'")
    let notices = Notices()
    let report = try run(fixture, budget: 120, notices: notices) {
      try Connection(settings).execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'receipt-audit' and pid <> pg_backend_pid()"
      )
    }
    #expect(report.status == .published)
    #expect(notices.contain("trying again"), "\(notices.all)")
    let (left, right) = (try undisturbed(population), try fixture.results())
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }

  @Test(
    "a primary that becomes read-only is waited for, then the run ends with 6 and goes on later")
  func readOnly() throws {
    let population = try AuditFixture.everyKind(copies: 2).map(\.stored)
    let fixture = try AuditFixture()
    try fixture.insert(population)
    let settings = fixture.database.settings
    let name = fixture.database.name
    try fixture.connection.execute("set application_name = 'test'")
    let error = #expect(throws: AuditError.self) {
      _ = try run(fixture, budget: 0.5) {
        let admin = try TestCluster.connect()
        try admin.execute("alter database \(name) set default_transaction_read_only = on")
        try Connection(settings).execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'receipt-audit' and pid <> pg_backend_pid()"
        )
      }
    }
    #expect(error?.status == .unreachable)
    #expect(error?.message.contains("25006") == true, "\(String(describing: error))")
    try TestCluster.connect().execute("alter database \(name) reset default_transaction_read_only")
    try fixture.connection.execute("set default_transaction_read_only = off")
    #expect(try fixture.run().status == .published)
    let (left, right) = (try undisturbed(population), try fixture.results())
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }

  @Test("a lock that somebody keeps ends the run with 6, and the message names the process")
  func locked() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let name = fixture.database.name
    try TestCluster.connect().execute("alter database \(name) set lock_timeout = '300ms'")
    let other = try fixture.database.connect()
    let process = try other.query("select pg_backend_pid()::text as pid")[0].text("pid") ?? ""
    let error = try other.transaction {
      try other.execute("lock table audit_data.receipts in access exclusive mode")
      return #expect(throws: AuditError.self) {
        try fixture.run { $0.retry = RetryPolicy(budget: 0) }
      }
    }
    #expect(error?.status == .unreachable)
    #expect(error?.message.contains("process \(process) (") == true, "\(String(describing: error))")
    #expect(try fixture.run().status == .published)
  }

  @Test("a name that is not resolved ends the run with 6 within the budget, and never idles")
  func noSuchHost() throws {
    let error = #expect(throws: AuditError.self) {
      _ = try Auditor(
        settings: ConnectionSettings("host=no-such-host.invalid dbname=d user=u password=s3cr3t"),
        options: AuditFixture.options { $0.retry = RetryPolicy(budget: 0.3) }
      ).run()
    }
    #expect(error?.status == .unreachable)
    #expect(error?.description.contains("s3cr3t") == false)
  }

  @Test(
    "a column that goes or changes while the run is at work is named, and ends it with 2",
    arguments: [
      ("receipt_id, receipt, received_at", "account_id"),
      ("receipt_id, account_id, receipt, received_at::text as received_at", "received_at"),
      ("receipt_id, account_id, to_jsonb(receipt) as receipt, received_at", "receipt"),
      ("receipt_id, account_id, receipt, received_at", "bundle_id"),
      ("receipt_id::text, account_id, receipt, received_at, null::text as bundle_id", "receipt_id"),
    ])
  func sourceChanges(columns: String, name: String) throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    try fixture.connection.execute(
      "drop view audit.source; create view audit.source as select *, null::text as bundle_id from public.receipts"
    )
    let settings = fixture.database.settings
    let error = #expect(throws: AuditError.self) {
      _ = try run(fixture, budget: 0) {
        try Connection(settings).execute(
          "drop view audit.source; create view audit.source as select \(columns) from public.receipts"
        )
      }
    }
    #expect(error?.status == .configuration, "\(String(describing: error))")
    // Without the statement, which has all names in it.
    let words = "\(error?.message.prefix { $0 != ";" } ?? "") "
    #expect(words.contains("audit.source ") && words.contains("column \(name) "), "\(words)")
    #expect(error?.remedy?.contains("schema up") == false)
  }

  @Test("a partition that is detached while the run is at work is named, and ends it with 2")
  func detached() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.partition(at: population.count / 2)
    try fixture.insert(population)
    let settings = fixture.database.settings
    let error = #expect(throws: AuditError.self) {
      _ = try run(fixture, budget: 10) {
        try Connection(settings).execute(
          "alter table public.receipts detach partition public.receipts_high")
      }
    }
    #expect(error?.status == .configuration, "\(String(describing: error))")
    #expect(error?.message.contains("public.receipts_high") == true)
    #expect(try fixture.count("select from audit.receipts") == 0, "nothing is published")
    try fixture.connection.execute(
      """
      alter table public.receipts attach partition public.receipts_high
        for values from (\(population.count / 2)) to (maxvalue)
      """)
    #expect(try fixture.run().status == .published)
    let (left, right) = (try undisturbed(population), try fixture.results())
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }

  @Test("a table that gets another name while the run is at work makes no difference")
  func renamed() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(population)
    let settings = fixture.database.settings
    let report = try run(fixture, budget: 10) {
      try Connection(settings).execute("alter table public.receipts rename to purchases")
    }
    #expect(report.status == .published)
    #expect(try fixture.count("select from public.purchases") == Int64(population.count))
    let (left, right) = (try undisturbed(population), try fixture.results())
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }

  @Test("two runs at the same moment: one works, the other ends with 5, and nothing is there twice")
  func sameMoment() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(population)
    let settings = fixture.database.settings
    let outcomes = Outcomes()
    let options = try AuditFixture.options()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      // Neither ends before the other has.
      outcomes.add(
        Result {
          try Auditor(settings: settings, options: options).run { _ in outcomes.awaitFirst() }
        })
    }
    let refused = outcomes.all.compactMap { outcome -> Audit.ExitStatus? in
      if case .failure(let error as AuditError) = outcome { error.status } else { nil }
    }
    #expect(refused == [.locked])
    #expect(try fixture.count("select from audit_data.receipts") == Int64(population.count))
  }

  @Test("names in the source that would break out of a statement are only names")
  func hostileNames() throws {
    for table in [#"x"; DROP TABLE y; --"#, "Weird.Name", String(repeating: "n", count: 63)] {
      let fixture = try AuditFixture()
      let quoted = try fixture.connection.escapeIdentifier(table)
      try fixture.insert(try AuditFixture.everyKind().map(\.stored).prefix(3).map { $0 })
      try fixture.connection.execute("create table public.y (n integer)")
      try fixture.connection.execute("alter table public.receipts rename to \(quoted)")
      #expect(try fixture.run().receipts == 3, "\(table)")
      #expect(try fixture.count("select from public.y") == 0)
    }
  }
}

/// Runs a body the first time it is asked to.
final class FirstTime: @unchecked Sendable {
  // Sendable: progress is told one call at a time.
  private var isDone = false

  func run(_ body: () throws -> Void) {
    guard !isDone else { return }
    isDone = true
    do { try body() } catch { Issue.record(error) }
  }
}

private final class Outcomes: @unchecked Sendable {
  // Sendable: `stored` is only touched under `condition`.
  private let condition = NSCondition()
  private var stored: [Result<RunReport, any Error>] = []

  var all: [Result<RunReport, any Error>] { condition.withLock { stored } }

  func add(_ outcome: Result<RunReport, any Error>) {
    condition.withLock {
      stored.append(outcome)
      condition.broadcast()
    }
  }

  /// Returns when one is there, or none has come for a good while.
  func awaitFirst() {
    let deadline = Date(timeIntervalSinceNow: 20)
    condition.withLock { while stored.isEmpty, condition.wait(until: deadline) {} }
  }
}
