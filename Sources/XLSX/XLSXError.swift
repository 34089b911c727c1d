internal import CXLSXWriter

/// What libxlsxwriter refused, in its own words.
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

  public var description: String { "spreadsheet: cannot \(operation): \(message)" }

  static func check(_ code: lxw_error, _ operation: String) throws(XLSXError) {
    guard code == LXW_NO_ERROR else { throw XLSXError(operation, code) }
  }
}
