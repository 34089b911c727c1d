import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("A server whose disk answers EIO when files are synced", .serialized)
struct FailingServerDiskTests {
  /// A server that syncs what it writes, on a disk that fails when told to.
  private struct Server {
    let cluster: PrivateCluster
    let disk: FailingSync

    init() throws {
      cluster = try PrivateCluster()
      try Shop.fill(cluster.conninfo, cluster.connect())
      try cluster.set(["fsync": "on"])
      disk = try FailingSync(in: cluster.directory)
      try cluster.stop()
      try cluster.start(environment: disk.environment)
    }

    /// How far a run is.
    enum Stage: String {
      /// Some of it is committed and most is not.
      case reading = "count(*) filter (where status = 'done') > 2"
      /// Receipts are going to be compared, and published.
      case comparing = "count(*) > 0 and bool_and(status = 'done')"
    }

    /// Starts a run and waits until it has come so far.
    func startRun(budget: String, until stage: Stage = .reading) throws -> Tool.Running {
      let running = try Tool.audit.start(words + ["--retry-budget", budget])
      let connection = try cluster.connect()
      func isThere() throws -> Bool {
        let rows = try connection.query("select \(stage.rawValue) as it from audit.batches")
        return try rows[0].bool("it") == true
      }
      while try !isThere(), running.process.isRunning { usleep(2000) }
      return running
    }

    var words: [String] {
      [
        "run", "--batch-size", "5", "--jobs", "2", "--trust-anchor", Shop.trustAnchor,
        "--as-of", "2026-01-01", "-d", cluster.conninfo,
      ]
    }

    func log() throws -> String {
      try String(contentsOfFile: cluster.directory + "/log", encoding: .utf8)
    }

    func expectUndisturbedTables() throws {
      let (expected, found) = (try Shop.undisturbed.get(), try Shop.digests(cluster.connect()))
      for table in Shop.results { #expect(found[table] == expected[table], "\(table)") }
    }
  }

  @Test(
    "once, to its log or to its tables: it starts over, the run goes on, and nothing is lost",
    arguments: ["*/pg_wal/*", "*/base/*"], [Server.Stage.reading, .comparing])
  private func once(pattern: String, stage: Server.Stage) throws {
    let server = try Server()
    let running = try server.startRun(budget: "3m", until: stage)
    try server.disk.fail(.once, pattern)
    // Tables are synced by a checkpoint; whoever asks for it is thrown out too.
    if pattern.contains("base") {
      #expect(throws: PostgreSQLError.self) { try server.cluster.connect().execute("checkpoint") }
    }
    let run = running.finish()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("trying again"), "\(run.errors)")
    #expect(!server.disk.isFailing)
    let log = try server.log()
    #expect(log.contains("PANIC:  could not") && log.contains("Input/output error"), "\(log)")
    try server.expectUndisturbedTables()
  }

  @Test(
    "for good: the run ends with 6, shows readers nothing, and is gone on with when it is healed",
    arguments: [Server.Stage.reading, .comparing])
  private func always(stage: Server.Stage) throws {
    let server = try Server()
    let running = try server.startRun(budget: "4s", until: stage)
    try server.disk.fail(.always, "*/pg_wal/*")
    let run = running.finish()
    #expect(run.status == 6, "\(run.output)\(run.errors)")
    #expect(run.output.isEmpty)
    server.disk.heal()
    // Whatever the server is at: down, going down, or once more recovering.
    try server.cluster.crash()
    try server.cluster.start(environment: server.disk.environment)
    let connection = try server.cluster.connect()
    for table in Shop.results {
      let rows = try connection.query("select count(*) as n from \(table)")
      #expect(try rows[0].int("n") == 0, "\(table)")
    }
    let next = try Tool.audit.run(server.words)
    #expect(next.status == 0, "\(next.errors)")
    #expect(next.output.contains("continued"), "\(next.output)")
    try server.expectUndisturbedTables()
  }
}
