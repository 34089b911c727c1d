import Audit
import PostgreSQL
import ReceiptVerification
import TestSupport
import Testing

@Suite("The checks of a set-up")
struct SetupCheckerTests {
  @Test("a good set-up fails no check")
  func good() throws {
    let fixture = try AuditFixture()
    let checks = SetupChecker(settings: fixture.database.settings, anchors: .apple).run()
    #expect(checks.filter { $0.outcome == .failed } == [])
    #expect(checks.contains { $0.name == "source-view" && $0.outcome == .ok })
  }

  @Test("a database without the schema fails with what to do about it")
  func empty() throws {
    let database = try TestDatabase.empty()
    let checks = SetupChecker(settings: database.settings, anchors: .apple).run()
    let failed = checks.filter { $0.outcome == .failed }
    #expect(failed.map(\.name) == ["schema", "privileges", "source-view"])
    #expect(failed.allSatisfy { $0.remedy != nil || $0.detail.contains("schema up") })
  }

  @Test("a role that could do more than audit is told of, and one that could not is good")
  func powers() throws {
    let fixture = try AuditFixture()
    let superuser = SetupChecker(settings: fixture.database.settings, anchors: .apple).run()
    let notice = try #require(superuser.first { $0.name == "role" })
    #expect(notice.outcome == .notice)
    #expect(notice.detail.contains("superuser") && notice.detail.contains("receipts"))

    let role = "auditor_\(UInt32.random(in: .min ... .max))"
    try fixture.connection.execute(
      """
      create role \(role) login;
      grant usage on schema audit, audit_data to \(role);
      grant select on all tables in schema audit to \(role);
      grant select, insert, update, delete on all tables in schema audit_data to \(role);
      grant insert, update, delete on audit.runs, audit.batches to \(role);
      grant usage on all sequences in schema audit, audit_data to \(role);
      grant execute on all functions in schema audit_data to \(role);
      """)
    defer {
      try? fixture.connection.execute("drop owned by \(role); drop role \(role)")
    }
    let settings = ConnectionSettings(
      fixture.database.conninfo, overrides: [(keyword: "user", value: role)])
    let checks = SetupChecker(settings: settings, anchors: .apple).run()
    #expect(checks.first { $0.name == "role" }?.outcome == .ok, "\(checks)")
    #expect(checks.filter { $0.outcome == .failed } == [])

    try fixture.connection.execute(
      """
      revoke delete on audit_data.certificates from \(role);
      revoke usage on sequence audit_data.finding_ids from \(role);
      revoke execute on function audit_data.collect_statistics() from \(role);
      revoke temporary on database \(fixture.database.name) from public;
      """)
    let failed = SetupChecker(settings: settings, anchors: .apple).run().filter {
      $0.outcome == .failed
    }
    #expect(failed.map(\.name) == ["privileges"])
    let names = [
      "audit_data.certificates", "temporary tables of the database", "audit_data.finding_ids",
      "audit_data.collect_statistics()",
    ]
    for name in names { #expect(failed.first?.detail.contains(name) == true, "\(failed)") }
  }

  @Test("a server out of reach skips what needs one")
  func unreachable() {
    let settings = ConnectionSettings("host=/nonexistent dbname=none")
    let checks = SetupChecker(settings: settings, anchors: .apple).run()
    #expect(checks.first?.outcome == .failed)
    #expect(checks.dropFirst().contains { $0.outcome == .skipped })
  }
}
