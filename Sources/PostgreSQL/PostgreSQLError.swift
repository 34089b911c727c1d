internal import CPostgreSQL

/// What went wrong between this program and the server, with the server's own code and words.
public struct PostgreSQLError: Error, CustomStringConvertible, CustomDebugStringConvertible,
  Sendable
{
  public enum Kind: Sendable {
    /// The server cannot be reached, or the connection is lost.
    case connection
    /// A connection string that libpq cannot read: no retry will help.
    case settings
    /// The server refused a statement.
    case server
    /// The server answered something that was not asked for.
    case protocolViolation
    /// A value is not of the type that was asked for, or cannot be sent.
    case decoding
  }

  public var kind: Kind
  /// SQLSTATE, five characters (PostgreSQL manual, appendix A); nil where the server said nothing.
  public var sqlState: String?
  public var message: String
  public var detail: String?
  public var hint: String?
  public var column: String?
  public var constraint: String?
  /// The beginning of the statement, on one line; parameter values are never in it.
  public var statement: String?

  public init(_ kind: Kind, _ message: String, sqlState: String? = nil) {
    self.kind = kind
    self.message = message
    self.sqlState = sqlState
  }

  /// One line for people. Values of parameters and rows and passwords are not in it.
  public var description: String {
    // Data exceptions quote the value they stumble over.
    let isAboutValue = sqlState?.hasPrefix("22") == true
    var text = Self.oneLine(isAboutValue ? Self.withoutQuoted(message, by: "\"") : message)
    if let sqlState { text += " (SQLSTATE \(sqlState))" }
    if let constraint { text += "; constraint \(constraint)" }
    if let column { text += "; column \(column)" }
    if let hint { text += "; hint: \(Self.oneLine(hint))" }
    if let statement { text += "; in: \(statement)" }
    return text
  }

  /// The same with the server's detail and its whole message, which quote values of rows.
  public var debugDescription: String {
    Self.oneLine("\(description); message: \(message); detail: \(detail ?? "none")")
  }

  /// Whether a new connection may succeed: class 08, the server shutting down (57P01 to 57P03), or
  /// no answer at all.
  public var isConnectionFailure: Bool {
    if kind == .connection { return true }
    guard let sqlState else { return false }
    return sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState)
  }

  /// Whether the same may succeed later, on a new connection or on this one: the server is out of
  /// reach, shutting down, starting or read-only (a failover), has no connection left, ended a
  /// transaction in favour of another, or a lock was not to be had in time. What is refused for
  /// good, such as a password or a database, is not.
  public var isTransient: Bool {
    guard let sqlState else { return kind == .connection }
    if isConnectionFailure { return !Self.refusals.contains(String(sqlState.prefix(2))) }
    return ["40001", "40P01", "53300", "55P03", "25006"].contains(sqlState)
  }

  /// Classes that a server refuses a connection with: authorization, database, name, feature.
  private static let refusals: Set<String> = ["28", "3D", "42", "0A"]

  /// The last SQLSTATE in libpq's verbose words, as in `FATAL:  3D000: database ...`.
  static func sqlState(inVerbose message: String) -> String? {
    let parts = message.split(separator: ":", omittingEmptySubsequences: false)
    let codes = parts.lazy.filter { $0.hasPrefix("  ") && $0.utf8.count == 7 }.map {
      $0.dropFirst(2)
    }
    return codes.last { code in
      code.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }.map(String.init)
  }

  /// The same for settings that cannot be read. libpq quotes what it stumbled over, which may be a
  /// password: everything from the first quotation mark to the last is left out.
  var ofUnreadableSettings: PostgreSQLError {
    var error = self
    error.kind = .settings
    guard let first = message.firstIndex(of: "\""), let last = message.lastIndex(of: "\"")
    else { return error }
    error.message.replaceSubrange(first...last, with: "...")
    return error
  }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// What a connection that failed says of itself.
  static func connection(_ connection: OpaquePointer?) -> PostgreSQLError {
    let words = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    return PostgreSQLError(.connection, words.isEmpty ? "no answer from the server" : words)
  }

  /// What a failed result says.
  ///
  /// A lost connection fails with libpq's own words, without a SQLSTATE. libpq may still call it good
  /// then: where a statement could not be sent, and something that the server had said before was
  /// there to be read, it has not come to the end of what there is to read (a server that crashes
  /// leaves a warning behind).
  static func result(
    _ result: OpaquePointer?, _ connection: OpaquePointer, statement: String
  ) -> PostgreSQLError {
    let lost = PQstatus(connection) != CONNECTION_OK
    guard let result, let message = field(result, receipt_diag_message) else {
      var error = Self.connection(connection)
      let isFailure = result == nil || PQresultStatus(result) == PGRES_FATAL_ERROR
      if !lost && !isFailure { error.kind = .protocolViolation }
      error.statement = excerpt(statement)
      return error
    }
    var error = PostgreSQLError(lost ? .connection : .server, message)
    error.sqlState = field(result, receipt_diag_sqlstate)
    error.detail = field(result, receipt_diag_detail)
    error.hint = field(result, receipt_diag_hint)
    error.column = field(result, receipt_diag_column)
    error.constraint = field(result, receipt_diag_constraint)
    error.statement = excerpt(statement)
    return error
  }

  private static func field(_ result: OpaquePointer, _ code: Int32) -> String? {
    PQresultErrorField(result, code).map { String(cString: $0) }
  }

  private static func excerpt(_ statement: String) -> String {
    let lines = statement.split(whereSeparator: \.isNewline).filter { line in
      !line.drop(while: \.isWhitespace).hasPrefix("--")
    }
    let words = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).prefix(12)
    return String(withoutQuoted(words.joined(separator: " "), by: "'").prefix(80))
  }

  /// The text with three dots for whatever stands in quotes.
  private static func withoutQuoted(_ text: String, by quote: Character) -> String {
    let parts = text.split(separator: quote, omittingEmptySubsequences: false)
    let masked = parts.enumerated().map { index, part in index % 2 == 1 ? "..." : String(part) }
    return masked.joined(separator: String(quote))
  }
}
