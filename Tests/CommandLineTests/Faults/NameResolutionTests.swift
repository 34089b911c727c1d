import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("A host name that is not resolved any more", .serialized, .enabled(if: Network.isPossible))
struct NameResolutionTests {
  private static let host = "db.example"

  private let distant: DistantShop
  private let names: HostNames

  init() throws {
    distant = try DistantShop()
    names = try HostNames(in: distant.network)
    try names.tell(Self.host)
  }

  /// All sessions with the database but the test's own.
  private static let sessions = """
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    """

  private func sessions() throws -> Int {
    try distant.shop.connection.query("select \(Self.sessions)").count
  }

  private func start(budget: String) throws -> Tool.Running {
    try distant.start(
      ["run", "--batch-size", "5", "--jobs", "4", "--processes", "2", "--retry-budget", budget],
      host: Self.host)
  }

  /// Starts a run, and has the name forgotten and all its sessions ended when some of it is done:
  /// whoever takes part in it has to look the name up again.
  private func startRunAndForget(budget: String) throws -> Tool.Running {
    let running = try start(budget: budget)
    // The run's own session, and of each lane one that reads and one that writes.
    while try sessions() < 1 + 4 * 2
      || distant.shop.count("audit.batches where status = 'done'") < 3,
      running.process.isRunning
    {
      usleep(2000)
    }
    try names.forget()
    let ended = try distant.shop.connection.query(
      "select pg_terminate_backend(pid) \(Self.sessions)")
    #expect(ended.count >= 1 + 4 * 2)
    return running
  }

  private func expectUnresolved(_ run: Tool.Outcome) {
    let lines = run.errors.split(separator: "\n")
    // Four lanes and the process that looks after them have tried.
    #expect(lines.count { $0.contains("could not translate host name") } >= 5, "\(run.errors)")
  }

  @Test("is waited for by all processes and lanes: nothing is lost, and nothing is there twice")
  func passes() throws {
    let running = try startRunAndForget(budget: "60s")
    sleep(3)
    #expect(running.process.isRunning)
    #expect(distant.network.connections(of: running) == 0)
    try names.tell(Self.host)
    let run = running.finish(within: 60)
    #expect(run.status == 0, "\(run.errors)")
    expectUnresolved(run)
    try distant.expectUndisturbed()
  }

  @Test("for good: the run ends with 6, and is gone on with when the name is back")
  func stays() throws {
    let run = try startRunAndForget(budget: "3s").finish(within: 60)
    #expect(run.status == 6, "\(run.errors)")
    expectUnresolved(run)
    #expect(try distant.shop.count("audit.receipts") == 0, "nothing is published")
    try names.tell(Self.host)
    let again = try start(budget: "60s").finish(within: 60)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try distant.shop.count("audit.runs") == 1)
    try distant.expectUndisturbed()
  }
}
