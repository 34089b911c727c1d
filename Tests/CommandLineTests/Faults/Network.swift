import Foundation

/// A network of its own for programs, joined to this host by a cable that can be pulled; making one
/// takes root.
final class Network: Sendable {
  static let isPossible = geteuid() == 0 && FileManager.default.fileExists(atPath: ip)

  private static let ip = "/usr/sbin/ip"
  let name: String
  private let cable: String
  /// The address of this host in it.
  let address: String

  /// How soon a connection notices that the other side is gone.
  enum Patience: String {
    /// The same limits as in life, only shorter.
    case short = """
      connect_timeout=2 tcp_user_timeout=1500 keepalives_idle=1 keepalives_interval=1 \
      keepalives_count=2
      """
    /// Nobody notices for minutes.
    case long = "connect_timeout=300 tcp_user_timeout=300000 keepalives_idle=300"
  }

  init() throws {
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    name = "receipt-\(random)"
    cable = "ra\(random)"
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

  /// Starts receipt-audit in it.
  func start(_ words: [String], environment: [String: String] = [:]) throws -> Tool.Running {
    try Tool(URL(fileURLWithPath: Self.ip)).start(
      ["netns", "exec", name, Tool.audit.url.path] + words, environment: environment)
  }

  /// What is sent from now on is lost, in both directions, and nobody is told.
  func pullCable() throws { try Self.run(["link", "set", cable, "down"]) }

  func plugIn() throws { try Self.run(["link", "set", cable, "up"]) }

  /// How many connections a program in it takes for established (proc(5), net/tcp).
  func connections(of program: Tool.Running) -> Int {
    let file = "/proc/\(program.process.processIdentifier)/net/tcp"
    let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.count { $0.split(separator: " ").dropFirst(3).first == "01" }
  }

  private static func run(_ arguments: [String]) throws {
    let process = try Process.run(URL(fileURLWithPath: ip), arguments: arguments)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Shop.Failed("\(arguments)") }
  }
}
