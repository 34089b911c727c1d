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

  @Test("a server out of reach skips what needs one")
  func unreachable() {
    let settings = ConnectionSettings("host=/nonexistent dbname=none")
    let checks = SetupChecker(settings: settings, anchors: .apple).run()
    #expect(checks.first?.outcome == .failed)
    #expect(checks.dropFirst().contains { $0.outcome == .skipped })
  }
}
