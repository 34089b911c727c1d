import Foundation
import Glibc
import OpenSSL

/// A directory of files that appears under its name only when all of it is on disk, with the
/// SHA-256 of each file in `MANIFEST.sha256` (as `sha256sum --check` reads it).
///
/// An earlier report of that name is exchanged for the new one in one step; anything else that
/// stands there is left alone and refused.
final class ReportFolder {
  static let manifest = "MANIFEST.sha256"

  private let path: String
  private let temporary: String
  private var digests: [(name: String, digest: [UInt8])] = []
  /// All that are in it, and itself.
  private var directories: Set<String>
  private var isDone = false

  init(_ path: String) throws(ReportError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    temporary = WholeFile.temporaryName(for: path)
    directories = [temporary]
    try ReportFolder.refuseForeign(path)
    UnfinishedFiles.note(temporary)
    guard unsafe mkdir(temporary, 0o750) == 0 else {
      throw SystemFailure.error("make", temporary)
    }
  }

  /// What was not finished leaves nothing.
  deinit {
    if !isDone { try? FileManager.default.removeItem(atPath: temporary) }
    UnfinishedFiles.forget(temporary)
  }

  /// Makes a directory in it, and those above.
  func makeDirectory(_ name: String) throws(ReportError) {
    var made = temporary
    for part in name.split(separator: "/") {
      made += "/\(part)"
      guard unsafe mkdir(made, 0o750) == 0 || errno == EEXIST else {
        throw SystemFailure.error("make", made)
      }
      directories.insert(made)
    }
  }

  /// Adds a file of the text that `body` hands to its argument.
  func add(_ name: String, _ body: ((String) throws -> Void) throws -> Void) throws {
    let file = try OutputFile("\(temporary)/\(name)")
    try body { try file.write($0) }
    digests.append((name, try file.finish()))
  }

  func add(_ name: String, _ bytes: [UInt8]) throws(ReportError) {
    let file = try OutputFile("\(temporary)/\(name)")
    try file.write(bytes)
    digests.append((name, try file.finish()))
  }

  /// Adds a file that somebody else writes, under the name that `body` is told.
  func addMade(_ name: String, _ body: (String) throws -> Void) throws {
    let made = "\(temporary)/\(name)"
    try body(made)
    try WholeFile.sync(made)
    digests.append((name, try ReportFolder.digest(of: made)))
  }

  /// Writes the manifest and gives the directory its name.
  func finish() throws {
    let lines = digests.sorted { $0.name < $1.name }.map {
      "\(Hexadecimal.text($0.digest))  \($0.name)\n"
    }
    let manifest = try OutputFile("\(temporary)/\(ReportFolder.manifest)")
    try manifest.write(lines.joined())
    try manifest.finish()
    for directory in directories { try SystemFailure.syncDirectory(directory) }
    // Exchanged in one step: no moment is without a whole report.
    try FinalName.take(path, from: temporary)
    isDone = true
    guard unsafe access(temporary, F_OK) == 0 else { return }
    try FileManager.default.removeItem(atPath: temporary)
  }

  private static func refuseForeign(_ path: String) throws(ReportError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .file("\(path) exists and is no directory; name another")
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard files.isEmpty || files.contains(manifest) else {
      throw .file("\(path) holds something that is no report; name another directory")
    }
  }

  private static func digest(of path: String) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    let digest = RunningDigest(.sha256)
    while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
      digest.update([UInt8](piece))
    }
    return digest.value()
  }
}
