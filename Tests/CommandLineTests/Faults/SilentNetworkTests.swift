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

@Suite("A network that goes silent", .enabled(if: Network.isPossible))
struct SilentNetworkTests {
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
