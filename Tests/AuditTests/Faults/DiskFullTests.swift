import Audit
import Foundation
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

/// A file system of a megabyte for the server to fill; making one takes root.
private struct SmallDisk {
  let directory: String

  static let isPossible = geteuid() == 0

  struct Failure: Error {
    var command: [String]
  }

  init(beside cluster: PrivateCluster) throws {
    directory = cluster.directory + "/small"
    try Self.run(["mkdir", directory])
    try Self.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory])
    try Self.run(["chown", "--reference=\(cluster.directory)", directory])
  }

  func enlarge() throws {
    try Self.run(["mount", "-o", "remount,size=64m", directory])
  }

  func unmount() { try? Self.run(["umount", "--lazy", directory]) }

  private static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
  }
}

@Suite("A full disk", .enabled(if: SmallDisk.isPossible))
struct DiskFullTests {
  @Test("ends the run with 1, shows readers nothing, and is gone on with when there is room")
  func full() throws {
    let cluster = try PrivateCluster()
    let disk = try SmallDisk(beside: cluster)
    defer { disk.unmount() }
    let connection = try cluster.connect()
    try Schema.up(connection)
    try connection.execute("create tablespace small location '\(disk.directory)'")
    try connection.execute("alter table audit_data.transactions set tablespace small")
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

    try disk.enlarge()
    let report = try Auditor(settings: settings, options: options).run()
    #expect(report.status == .published && report.run?.resumed == true)
    let purchases = try connection.query(
      "select count(*) as n, count(distinct receipt_id) as receipts from audit.transactions")
    #expect(try purchases[0].int("receipts") == 3000)
    #expect(try purchases[0].int("n") == Int64(3000 * ReceiptDraft.sample.purchases.count))
  }
}
