import Audit
import Foundation
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

@Suite("A server that crashes")
struct CrashTests {
  @Test("an immediate restart under load is waited out: the tables are those of an undisturbed run")
  func restarted() throws {
    let population = try AuditFixture.everyKind(copies: 2).map(\.stored)
    let undisturbed = try AuditFixture()
    try undisturbed.insert(population)
    try undisturbed.run()

    let cluster = try PrivateCluster()
    let settings = ConnectionSettings(cluster.conninfo)
    let connection = try cluster.connect()
    try Schema.up(connection)
    try AuditFixture.prepare(connection)
    try AuditFixture.insert(population, connection)
    let notices = Notices()
    let options = try AuditFixture.options {
      $0.retry = RetryPolicy(budget: 180)
      $0.notice = { notices.add($0) }
    }
    let once = FirstTime()
    let report = try Auditor(settings: settings, options: options).run { _ in
      once.run {
        try cluster.crash()
        try cluster.start()
      }
    }
    #expect(report.status == .published)
    #expect(notices.contain("trying again"), "\(notices.all)")
    let (left, right) = (try undisturbed.results(), try AuditFixture.results(cluster.connect()))
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }
}
