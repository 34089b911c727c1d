import Audit
import Foundation
import PostgreSQL
import TestSupport
import Testing

/// PgBouncer before the test cluster, where it is installed.
private final class Pooler {
  static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let settings: ConnectionSettings
  private let process = Process()
  private let directory: URL

  init(mode: String, database: TestDatabase) throws {
    let port = Int.random(in: 20_000...29_999)
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pooler-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let users = directory.appendingPathComponent("users.txt")
    try Data("\"receipt_audit\" \"\"\n".utf8).write(to: users)
    let file = directory.appendingPathComponent("pooler.ini")
    try Data(
      """
      [databases]
      * = \(database.conninfo)
      [pgbouncer]
      listen_addr =
      listen_port = \(port)
      unix_socket_dir = \(directory.path)
      auth_type = any
      pool_mode = \(mode)
      default_pool_size = 20
      logfile = \(directory.path)/log
      pidfile = \(directory.path)/pid
      """.utf8
    ).write(to: file)
    // It refuses to run as root.
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
    process.executableURL = URL(fileURLWithPath: Self.program ?? "/bin/false")
    process.arguments = (geteuid() == 0 ? ["--user=postgres"] : []) + [file.path]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    settings = ConnectionSettings(
      "host=\(directory.path) port=\(port) dbname=\(database.name) user=receipt_audit")
    for _ in 0..<100 where (try? Connection(settings)) == nil { usleep(50_000) }
  }

  deinit {
    // Not SIGTERM: a child inherits the signals that the threads of Dispatch block.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }
}

@Suite("Behind a pooler", .enabled(if: Pooler.program != nil))
struct PoolerTests {
  @Test("in session mode a run works")
  func session() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let pooler = try Pooler(mode: "session", database: fixture.database)
    let report = try Auditor(settings: pooler.settings, options: AuditFixture.options()).run()
    #expect(report.status == .published)
  }

  @Test("in transaction mode a run and a check refuse, and say why")
  func transaction() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let pooler = try Pooler(mode: "transaction", database: fixture.database)
    let error = #expect(throws: AuditError.self) {
      _ = try Auditor(settings: pooler.settings, options: AuditFixture.options()).run()
    }
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("transaction mode") == true, "\(String(describing: error))")
    let checks = SetupChecker(settings: pooler.settings, anchors: .apple).run()
    #expect(checks.first { $0.name == "session" }?.outcome == .failed)
    #expect(try fixture.count("select from audit.runs") == 0)
  }
}
