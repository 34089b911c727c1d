public import PostgreSQL

/// Why an audit could not do what it was asked, with the exit status that says so.
public struct AuditError: Error, Sendable, CustomStringConvertible {
  public var status: ExitStatus
  /// One line: what failed, on what, observed against expected.
  public var message: String
  /// What to do about it, where that is known.
  public var remedy: String?
  /// A fault of the database that may pass by itself.
  var isTransient = false

  public init(_ status: ExitStatus, _ message: String, remedy: String? = nil) {
    self.status = status
    self.message = message
    self.remedy = remedy
  }

  /// The set-up is not what the audit needs.
  public static func configuration(_ message: String, remedy: String? = nil) -> AuditError {
    AuditError(.configuration, message, remedy: remedy)
  }

  public var description: String {
    remedy.map { "\(message); \($0)" } ?? message
  }

  /// The database's error in the audit's words: the class of its SQLSTATE decides the exit status.
  public init(_ error: PostgreSQLError) {
    self.init(Self.status(of: error), error.description, remedy: Self.remedy(for: error))
    isTransient = error.isTransient
  }

  /// Any error as an audit's error; what is not known is a plain failure.
  public init(wrapping error: any Error) {
    switch error {
    case let error as AuditError: self = error
    case let error as PostgreSQLError: self.init(error)
    case let error as BatchError: self = error.error
    case let error as SchemaError: self.init(.configuration, error.description)
    default: self.init(.failed, "\(error)")
    }
  }

  private static func status(of error: PostgreSQLError) -> ExitStatus {
    if error.kind == .settings { return .configuration }
    if error.kind == .connection || error.isTransient { return .unreachable }
    switch error.sqlState {
    case "42501", "3F000", "42P01", "42703", "42883": return .configuration
    default: return .failed
    }
  }

  private static func remedy(for error: PostgreSQLError) -> String? {
    if error.kind == .settings { return "check the connection string given with -d or --source" }
    return switch error.sqlState {
    case "3F000", "42P01", "42703", "42883":
      "run `receipt-audit schema up`, and `receipt-audit check` to see what is missing"
    case "42501": "grant the missing privilege; `receipt-audit check` lists them"
    default: nil
    }
  }
}
