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

  public init() throws {
    name = "test-\(getpid())-\(UInt32.random(in: .min ... .max))"
    try Self.postgres(name, "start")
    conninfo = try Self.postgres(name, "url").trimmingCharacters(in: .newlines)
    // What has been committed must be there after a crash.
    try connect().execute("alter system set synchronous_commit = on")
    try connect().query("select pg_reload_conf()")
  }

  deinit { _ = try? Self.postgres(name, "remove") }

  public func connect() throws -> Connection { try Connection(ConnectionSettings(conninfo)) }

  /// Ends every process of the server at once, as a crash would.
  public func crash() throws { try Self.postgres(name, "crash") }

  public func start() throws { try Self.postgres(name, "start") }

  /// The directory of its socket, and of its data below it.
  public var directory: String { ConnectionString.value("host", in: conninfo) }

  @discardableResult
  private static func postgres(_ cluster: String, _ command: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    // Not a pipe: a server that is started inherits its open end, and nobody would see it close.
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("cluster-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    process.executableURL = root.appendingPathComponent("jobs/postgres")
    process.arguments = [command]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["RECEIPT_CLUSTER": cluster]
    ) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: output, encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw Failure(description: "jobs/postgres \(command) ended with \(process.terminationStatus)")
    }
    return text
  }
}

private enum ConnectionString {
  static func value(_ keyword: String, in text: String) -> String {
    let words = text.split(separator: " ").first { $0.hasPrefix("\(keyword)=") }
    return words.map { String($0.dropFirst(keyword.count + 1)) } ?? ""
  }
}
