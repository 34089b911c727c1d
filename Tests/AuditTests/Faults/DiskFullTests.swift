import Audit
import Foundation
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

@Suite("A full disk", .enabled(if: SmallDisk.isPossible))
struct DiskFullTests {
  @Test("ends the run with 1, shows readers nothing, and is gone on with when there is room")
  func full() throws {
    let cluster = try PrivateCluster()
    let disk = try SmallDisk(
      at: cluster.directory + "/small", size: 1 << 20, owner: cluster.directory)
    defer { disk.unmount() }
    let connection = try cluster.connect()
    try Schema.up(connection)
    try connection.execute("create tablespace small location '\(disk.directory)'")
    for partition in 0..<4 {
      try connection.execute(
        "alter table audit_data.transactions_\(partition) set tablespace small")
    }
    try AuditFixture.prepare(connection)
    let receipt = try #require(ReceiptKind.named("genuine-sha256")).mint(TestPKI.standard)
    try AuditFixture.insert(
      (1...3000).map { .init(key: String($0), account: "a", receipt: receipt) }, connection)

    let settings = ConnectionSettings(cluster.conninfo)
    let options = try AuditFixture.options { $0.batchSize = 100 }
    let error = #expect(throws: AuditError.self) {
      _ = try Auditor(settings: settings, options: options).run()
    }
    #expect(error?.status == .failed)
    #expect(error?.message.contains("53100") == true, "\(String(describing: error))")
    let seen = try connection.query("select count(*) as n from audit.receipts")
    #expect(try seen[0].int("n") == 0)

    try disk.resize(to: 64 << 20)
    let report = try Auditor(settings: settings, options: options).run()
    #expect(report.status == .published && report.run?.resumed == true)
    let purchases = try connection.query(
      "select count(*) as n, count(distinct receipt_id) as receipts from audit.transactions")
    #expect(try purchases[0].int("receipts") == 3000)
    #expect(try purchases[0].int("n") == Int64(3000 * ReceiptDraft.sample.purchases.count))
  }
}
