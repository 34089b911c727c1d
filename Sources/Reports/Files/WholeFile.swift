import Glibc

/// A file that appears under its name only when all of it is on disk.
public struct WholeFile {
  /// Writes what `body` hands to its argument, beside the name and then renamed to it.
  public static func write(
    to path: String, _ body: ((String) throws -> Void) throws -> Void
  ) throws {
    let temporary = temporaryName(for: path)
    do {
      let file = try OutputFile(temporary)
      try body { try file.write($0) }
      try file.finish()
      try rename(temporary, to: path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  /// The same for a file that somebody else writes, under the name that `body` is told.
  public static func make(at path: String, _ body: (String) throws -> Void) throws {
    let temporary = temporaryName(for: path)
    do {
      try body(temporary)
      try sync(temporary)
      try rename(temporary, to: path)
    } catch {
      unsafe unlink(temporary)
      throw error
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

  private static func rename(_ from: String, to path: String) throws(ReportError) {
    guard unsafe Glibc.rename(from, path) == 0 else { throw SystemFailure.error("write", path) }
    try SystemFailure.syncDirectory(directory(of: path))
  }
}
