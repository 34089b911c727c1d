import Foundation
import Glibc

/// A file that appears under its name only when all of it is on disk; until then, and where that
/// fails, what stood there before stands there.
public struct WholeFile {
  /// Writes what `body` hands to its argument, beside the name and then renamed to it.
  public static func write(
    to path: String, _ body: ((String) throws -> Void) throws -> Void
  ) throws {
    try place(path) { temporary in
      let file = try OutputFile(temporary)
      try body { try file.write($0) }
      try file.finish()
    }
  }

  /// The same for a file that somebody else writes, under the name that `body` is told.
  public static func make(at path: String, _ body: (String) throws -> Void) throws {
    try place(path) { temporary in
      try body(temporary)
      try sync(temporary)
    }
  }

  private static func place(_ path: String, _ make: (String) throws -> Void) throws {
    try refuseForeign(path)
    let temporary = temporaryName(for: path)
    UnfinishedFiles.note(temporary)
    defer {
      // Whatever has this name in the end: the new file, half of it, or the one of before.
      unsafe unlink(temporary)
      UnfinishedFiles.forget(temporary)
    }
    try make(temporary)
    try FinalName.take(path, from: temporary)
  }

  /// A device or a directory would be gone, and so would /dev/stdout, a link to whatever it is.
  private static func refuseForeign(_ path: String) throws(ReportError) {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    var status = stat()
    let isRegular = unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    guard isRegular, link?.hasPrefix("/proc/") != true else {
      throw .file("\(path) exists and is no regular file; choose another place")
    }
  }

  /// The directory that a path lies in.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A name beside it that nobody else takes.
  static func temporaryName(for path: String) -> String {
    "\(path).\(getpid()).\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
  }

  static func sync(_ path: String) throws(ReportError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure.error("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemFailure.error("sync", path) }
  }
}
