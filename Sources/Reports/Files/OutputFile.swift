import Glibc
import OpenSSL

/// A file that is written from its beginning, with its digest; it must not exist before.
final class OutputFile {
  let path: String
  private let descriptor: Int32
  private let digest = RunningDigest(.sha256)
  private var buffer: [UInt8] = []
  private var isOpen = true
  private static let bufferSize = 1 << 16

  init(_ path: String) throws(ReportError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw SystemFailure.error("make", path) }
    buffer.reserveCapacity(OutputFile.bufferSize)
  }

  deinit { if isOpen { close(descriptor) } }

  func write(_ text: String) throws(ReportError) {
    try write(Array(text.utf8))
  }

  func write(_ bytes: [UInt8]) throws(ReportError) {
    buffer += bytes
    if buffer.count >= OutputFile.bufferSize { try flush() }
  }

  /// Puts it all on disk; answers the SHA-256 of the content.
  @discardableResult
  func finish() throws(ReportError) -> [UInt8] {
    try flush()
    guard fsync(descriptor) == 0 else { throw SystemFailure.error("sync", path) }
    isOpen = false
    guard close(descriptor) == 0 else { throw SystemFailure.error("close", path) }
    return digest.value()
  }

  private func flush() throws(ReportError) {
    digest.update(buffer)
    var start = 0
    while start < buffer.count {
      let written = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw SystemFailure.error("write", path)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// What the system says about files.
enum SystemFailure {
  /// The error of the last call, as `cannot write FILE: No space left on device; make room ...`.
  static func error(_ operation: String, _ path: String) -> ReportError {
    let code = errno
    let words = unsafe String(cString: strerror(code))
    let remedy = remedy(code).map { "; \($0)" } ?? ""
    return .file("cannot \(operation) \(path): \(words)\(remedy)")
  }

  private static func remedy(_ code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "make room there or choose another place"
    case EFBIG: "raise the limit (ulimit -f) or choose another place"
    case EIO: "the disk fails; see the system's log, and choose another place"
    case EACCES, EPERM, EROFS: "allow writing there or choose another place"
    case ENOENT, ENOTDIR: "make the directory first"
    default: nil
    }
  }

  /// Makes a directory's entries durable.
  static func syncDirectory(_ path: String) throws(ReportError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw error("sync", path) }
  }
}
