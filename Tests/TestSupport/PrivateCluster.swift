import Foundation
public import PostgreSQL

/// A PostgreSQL cluster of a test's own, for what would disturb the others: it is crashed, filled up,
/// or set up otherwise. Gone with the last reference to it.
public final class PrivateCluster: Sendable {
  /// The connection string of its database `postgres`.
  public let conninfo: String
  private let name: String

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// A new one with nothing in it, or a standby of another one.
  public init(standbyOf primary: PrivateCluster? = nil) throws {
    name = "test-\(getpid())-\(UInt32.random(in: .min ... .max))"
    try Self.postgres(name, primary.map { ["follow", $0.name] } ?? ["start"])
    conninfo = try Self.postgres(name, ["url"]).trimmingCharacters(in: .newlines)
    // What has been committed must be there after a crash.
    try set(["synchronous_commit": "on"])
  }

  /// Changes settings of the server that take effect without a restart.
  public func set(_ settings: [String: String]) throws {
    let connection = try connect()
    for (name, value) in settings {
      try connection.execute("alter system set \(name) = \(connection.escapeLiteral(value))")
    }
    try connection.query("select pg_reload_conf()")
  }

  /// Has it listen to an address too, where the roles that may log in are told by lines of
  /// pg_hba.conf. Other settings that need a restart may come along.
  public func listen(
    on address: String, hostRules: [String], settings: [String: String] = [:]
  ) throws {
    let rules = ["local all all trust", "local replication all trust"] + hostRules
    try write(rules.joined(separator: "\n"), to: "data/pg_hba.conf")
    try set(settings.merging(["listen_addresses": address]) { $1 })
    try stop()
    try start()
  }

  /// Makes the server itself write a file below its directory: the file is its own then, and no other
  /// user's to read.
  public func write(_ text: String, to path: String) throws {
    let connection = try connect()
    let lines = "regexp_split_to_table(\(try connection.escapeLiteral(text)), E'\\n')"
    let program = "umask 077; cat > \"\(directory)/\(path)\""
    try connection.execute(
      "copy (select \(lines)) to program \(connection.escapeLiteral(program))")
  }

  deinit {
    _ = try? Self.postgres(name, ["remove"])
    // Nobody will ask for this name again.
    try? FileManager.default.removeItem(at: Self.project.appending(path: ".local/\(name).lock"))
  }

  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  public func connect() throws -> Connection { try Connection(ConnectionSettings(conninfo)) }

  public func stop() throws { try Self.postgres(name, ["stop"]) }

  /// Ends every process of the server at once, as a crash would.
  public func crash() throws { try Self.postgres(name, ["crash"]) }

  /// - Parameter environment: what the server gets beside the test's own.
  public func start(environment: [String: String] = [:]) throws {
    try Self.postgres(name, ["start"], environment)
  }

  /// The directory of its socket, and of its data below it.
  public var directory: String { ConnectionString.value("host", in: conninfo) }

  @discardableResult
  private static func postgres(
    _ cluster: String, _ command: [String], _ environment: [String: String] = [:]
  ) throws -> String {
    let process = Process()
    // Not pipes: a server that is started inherits their open ends, and nobody would see them close.
    let (output, errors) = (try TemporaryFile(), try TemporaryFile())
    process.executableURL = project.appendingPathComponent("jobs/postgres")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }
      .merging(["RECEIPT_CLUSTER": cluster]) { $1 }
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let status = process.terminationStatus
      throw Failure(
        description: "jobs/postgres \(command[0]) ended with \(status): \(try errors.text())")
    }
    return try output.text()
  }
}

/// What a program prints; gone with the last reference to it.
private final class TemporaryFile {
  let handle: FileHandle
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("cluster-\(UUID().uuidString)")

  init() throws {
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }
}

private enum ConnectionString {
  static func value(_ keyword: String, in text: String) -> String {
    let words = text.split(separator: " ").first { $0.hasPrefix("\(keyword)=") }
    return words.map { String($0.dropFirst(keyword.count + 1)) } ?? ""
  }
}
