internal import CXLSXWriter
import Glibc

/// What libxlsxwriter refused, in its own words or the system's.
public struct XLSXError: Error, CustomStringConvertible, Sendable {
  /// What was being done, such as `write a cell`.
  public var operation: String
  public var message: String

  init(_ operation: String, _ code: lxw_error) {
    self.operation = operation
    message = lxw_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  init(_ operation: String, _ message: String) {
    self.operation = operation
    self.message = message
  }

  /// Temporary files cannot be made or written.
  init(temporaryFilesIn directory: String, _ code: Int32) {
    let remedy =
      switch code {
      case ENOSPC, EDQUOT: "make room there or set TMPDIR to another directory"
      case EFBIG: "raise the limit (ulimit -f)"
      default: "set TMPDIR to a directory that can be written to"
      }
    self.init(
      "write temporary files in \(directory)", "\(String(cString: strerror(code))); \(remedy)")
  }

  /// The file cannot be written.
  ///
  /// - Parameter systemError: what errno was after it, or 0.
  init(writing path: String, _ code: lxw_error, _ systemError: Int32) {
    guard systemError != 0 else {
      self.init("write \(path)", code)
      return
    }
    let words = String(cString: strerror(systemError))
    let remedy =
      systemError == EFBIG ? "raise the limit (ulimit -f)" : "make room there"
    self.init("write \(path)", "\(words); \(remedy) or choose another place")
  }

  public var description: String { "spreadsheet: cannot \(operation): \(message)" }

  static func check(_ code: lxw_error, _ operation: String) throws(XLSXError) {
    guard code == LXW_NO_ERROR else { throw XLSXError(operation, code) }
  }
}
