import Foundation

/// A file system of its own, small, for a program to fill. Making one takes root: a suite that needs
/// one is enabled by `isPossible`.
public struct SmallDisk: Sendable {
  public let directory: String

  public static let isPossible = geteuid() == 0

  public struct Failure: Error {
    public var command: [String]
  }

  /// - Parameters:
  ///   - directory: where it is mounted; it must not exist.
  ///   - size: in bytes, rounded up to pages.
  ///   - owner: a file or directory whose owner it gets.
  public init(at directory: String, size: Int, owner: String? = nil) throws {
    self.directory = directory
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    try Self.run(["mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", directory])
    if let owner { try Self.run(["chown", "--reference=\(owner)", directory]) }
  }

  /// Takes it away with all that is on it, also while somebody uses it.
  public func unmount() {
    try? Self.run(["umount", "--lazy", directory])
    try? FileManager.default.removeItem(atPath: directory)
  }

  public func resize(to size: Int) throws {
    try Self.run(["mount", "-o", "remount,size=\(size)", directory])
  }

  /// Bytes in use.
  public func used() throws -> Int {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { throw Failure(command: ["statvfs", directory]) }
    return Int((status.f_blocks - status.f_bfree) * status.f_frsize)
  }

  /// The names of what is on it, in order.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  private static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
  }
}
