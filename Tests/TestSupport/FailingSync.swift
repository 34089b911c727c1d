import Foundation

/// A disk that answers EIO to fsync, for the programs that run in its environment.
///
/// It stands in front of libc's functions (`LD_PRELOAD`), and fails where and as often as a file tells
/// it to; without that file it does nothing.
public struct FailingSync {
  /// What a program needs in its environment.
  public let environment: [String: String]
  private let control: URL

  public enum Frequency: String, Sendable { case once, always }

  public struct NoLibrary: Error {
    public var path: String
  }

  /// - Parameter directory: for the file that tells it what to do, and for a copy of the library, where
  ///   the program's user can read both.
  public init(in directory: String) throws {
    let directory = URL(fileURLWithPath: directory)
    let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("libFailingSync.so")
    guard FileManager.default.fileExists(atPath: built.path) else {
      throw NoLibrary(path: built.path)
    }
    let library = directory.appendingPathComponent("libFailingSync.so")
    try FileManager.default.copyItem(at: built, to: library)
    control = directory.appendingPathComponent("failing-sync")
    environment = ["LD_PRELOAD": library.path, "FAILING_SYNC": control.path]
  }

  /// - Parameter pattern: of the whole path of a file or directory, as a shell has it.
  public func fail(_ frequency: Frequency, _ pattern: String) throws {
    try "\(frequency) \(pattern)\n".write(to: control, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: control.path)
  }

  public func heal() { try? FileManager.default.removeItem(at: control) }

  /// Whether it would still fail: with `once`, whether nothing has met it yet.
  public var isFailing: Bool { FileManager.default.fileExists(atPath: control.path) }
}
