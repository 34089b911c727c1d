import Foundation
import PostgreSQL
import TestSupport
import Testing

/// A network of its own for one program, joined to this host by a cable that can be pulled; making one
/// takes root.
private final class Network {
  static let isPossible = geteuid() == 0 && FileManager.default.fileExists(atPath: ip)

  private static let ip = "/usr/sbin/ip"
  private let name = "receipt-\(getpid())"
  private let cable = "ra\(getpid())"
  /// The address of this host in it.
  let address: String

  init() throws {
    let subnet = "10.\(Int.random(in: 64..<128)).\(Int.random(in: 0..<256))"
    address = "\(subnet).1"
    try Self.run(["netns", "add", name])
    try Self.run(["link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name])
    try Self.run(["address", "add", "\(address)/30", "dev", cable])
    try Self.run(["link", "set", cable, "up"])
    try Self.run(["-n", name, "address", "add", "\(subnet).2/30", "dev", "eth0"])
    try Self.run(["-n", name, "link", "set", "eth0", "up"])
  }

  deinit {
    try? Self.run(["netns", "delete", name])
  }

  /// The words that run a program in it.
  func words(_ program: URL, _ arguments: [String]) -> [String] {
    ["netns", "exec", name, program.path] + arguments
  }

  /// What is sent from now on is lost, in both directions, and nobody is told.
  func pullCable() throws { try Self.run(["link", "set", cable, "down"]) }

  func plugIn() throws { try Self.run(["link", "set", cable, "up"]) }

  static var program: URL { URL(fileURLWithPath: ip) }

  private static func run(_ arguments: [String]) throws {
    let process = try Process.run(program, arguments: arguments)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Shop.Failed("\(arguments)") }
  }
}

@Suite("A network that goes silent", .serialized, .enabled(if: Network.isPossible))
struct SilentNetworkTests {
  @Test(
    "A signal ends a run and a worker all the same, and the next run goes on from there",
    arguments: [("run", SIGTERM, 143), ("run", SIGINT, 130), ("worker", SIGTERM, 143)]
      as [(String, Int32, Int32)])
  func signal(_ command: String, _ signal: Int32, _ status: Int32) throws {
    let network = try Network()
    let cluster = try PrivateCluster()
    try cluster.listen(
      on: network.address, hostRules: ["host all all \(network.address)/30 trust"])
    let connection = try cluster.connect()
    try Shop.fill(cluster.conninfo, connection)
    let slow = ["RECEIPT_AUDIT_FAULT": "slow:50,slow:150,slow:250"]
    func words(_ command: [String], _ conninfo: String) -> [String] {
      command + ["--jobs", "1", "--trust-anchor", Shop.trustAnchor, "-d", conninfo]
    }
    let run = ["run", "--batch-size", "100", "--as-of", "2026-01-01"]
    // Nobody notices for minutes that the other side is gone.
    let conninfo =
      "host=\(network.address) port=5432 user=receipt_audit dbname=postgres connect_timeout=300"
      + " tcp_user_timeout=300000 keepalives_idle=300"
    var helped: Tool.Running?
    if command == "worker" {
      helped = try Tool.audit.start(words(run, cluster.conninfo), environment: slow)
      while try connection.query("select from audit.runs").count == 0 { usleep(2000) }
    }
    let silenced = try Tool(Network.program).start(
      network.words(
        Tool.audit.url, words(command == "run" ? run : ["worker", "--run", "1"], conninfo)),
      environment: slow)
    let supervisor = silenced.process.processIdentifier
    let child = try #require(ProcessTree.child(of: supervisor))
    while try connection.query(
      "select from pg_stat_activity where client_addr is not null and state like 'idle%'"
    ).count < 2, silenced.process.isRunning { usleep(2000) }
    try network.pullCable()
    // Its next look at the run is the one that nobody answers.
    sleep(2)
    kill(supervisor, signal)
    // The cable stays pulled meanwhile, and a minute is far more than it takes.
    for _ in 1...600 where silenced.process.isRunning { usleep(100_000) }
    #expect(!silenced.process.isRunning)
    if silenced.process.isRunning { kill(supervisor, SIGKILL) }
    let outcome = silenced.finish()
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains("what is committed is saved"), "\(outcome.errors)")
    for _ in 1...600 where ProcessTree.isRunning(child) { usleep(100_000) }
    #expect(!ProcessTree.isRunning(child))
    try network.plugIn()
    if let helped {
      #expect(helped.finish().status == 0)
    } else {
      var again = try Tool.audit.run(words(run, cluster.conninfo))
      // The server may not have learned yet that the session which holds the lock is gone.
      while again.status == 5 {
        usleep(200_000)
        again = try Tool.audit.run(words(run, cluster.conninfo))
      }
      #expect(again.status == 0, "\(again.errors)")
    }
    let (expected, digests) = (try Shop.undisturbed.get(), try Shop.digests(connection))
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table)") }
  }

  @Test("is noticed, and waited for: nothing is lost, and nothing is there twice")
  func silence() throws {
    let network = try Network()
    let cluster = try PrivateCluster()
    try cluster.listen(
      on: network.address, hostRules: ["host all all \(network.address)/30 trust"])
    let connection = try cluster.connect()
    try Shop.fill(cluster.conninfo, connection)
    // The same limits as in life, only shorter.
    let conninfo =
      "host=\(network.address) port=5432 user=receipt_audit dbname=postgres connect_timeout=2"
      + " tcp_user_timeout=1500 keepalives_idle=1 keepalives_interval=1 keepalives_count=2"
    let running = try Tool(Network.program).start(
      network.words(
        Tool.audit.url,
        [
          "run", "--batch-size", "5", "--jobs", "2", "--trust-anchor", Shop.trustAnchor,
          "--as-of", "2026-01-01", "-d", conninfo,
        ]))
    func done() throws -> Int64 {
      let rows = try connection.query(
        "select count(*) as n from audit.batches where status = 'done'")
      return try rows[0].int("n") ?? 0
    }
    while try done() < 3, running.process.isRunning { usleep(2000) }
    try network.pullCable()
    sleep(4)
    #expect(running.process.isRunning)
    try network.plugIn()
    let run = running.finish()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("trying again"), "\(run.errors)")
    let (expected, digests) = (try Shop.undisturbed.get(), try Shop.digests(connection))
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table)") }
  }
}
