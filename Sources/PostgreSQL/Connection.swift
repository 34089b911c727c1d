internal import CPostgreSQL

/// The version of libpq that runs, as `15.18`.
public var clientVersion: String { "\(PQlibVersion() / 10_000).\(PQlibVersion() % 10_000)" }

/// A connection to a server. Not Sendable: it belongs to the thread that made it.
public final class Connection {
  let pointer: OpaquePointer  // PGconn
  private let notices = NoticeReceiver()
  /// A statement found the connection lost, whatever libpq takes it for.
  private var isLost = false

  /// Connects, and asks for warnings only: notices are not this program's to print. Dates are set to
  /// ISO and UTC, so that CSV does not hang on the settings of a role or a database.
  public init(_ settings: ConnectionSettings) throws(PostgreSQLError) {
    let start = ContinuousClock.now
    let pointer = CStrings.withArrays(settings.parameters) { keywords, values in
      PQconnectdbParams(keywords, values, 1)
    }
    guard let pointer else { throw PostgreSQLError(.connection, "out of memory") }
    if PQstatus(pointer) != CONNECTION_OK {
      var error = PostgreSQLError.connection(pointer)
      let isUnreadable = settings.isUnreadable
      if isUnreadable || !Self.askAgain(pointer, &error, since: start) {
        PQfinish(pointer)
        throw isUnreadable ? error.ofUnreadableSettings : error
      }
    }
    self.pointer = pointer
    notices.attach(to: pointer)
    try execute("SET client_min_messages = warning; SET datestyle = 'ISO'; SET timezone = 'UTC'")
    try execute("SET intervalstyle = 'postgres'; SET client_encoding = 'UTF8'")
  }

  deinit { PQfinish(pointer) }

  /// Tries a connection that failed once more, for the SQLSTATE: libpq tells the one of a refused
  /// connection only in verbose messages, and verbosity is set on a connection. A host that was
  /// silent is not asked again.
  ///
  /// - Returns: whether the connection stands now.
  private static func askAgain(
    _ pointer: OpaquePointer, _ error: inout PostgreSQLError, since start: ContinuousClock.Instant
  ) -> Bool {
    guard ContinuousClock.now - start < .seconds(2) else { return false }
    PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    defer { PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT) }
    PQreset(pointer)
    guard PQstatus(pointer) != CONNECTION_OK else { return true }
    error.sqlState = PostgreSQLError.sqlState(
      inVerbose: PQerrorMessage(pointer).map { String(cString: $0) } ?? "")
    return false
  }

  /// Whether the connection is still good, as far as the last statement told.
  public var isOpen: Bool { !isLost && PQstatus(pointer) == CONNECTION_OK }

  /// The process that the server, or a pooler before it, said would serve this connection.
  public var announcedProcess: Int32 { PQbackendPID(pointer) }

  /// As 150018 for 15.18.
  public var serverVersion: Int { Int(PQserverVersion(pointer)) }

  /// Whether the connection is encrypted.
  public var usesTLS: Bool { PQsslInUse(pointer) == 1 }

  /// The server's host, or the directory of its socket.
  public var host: String { PQhost(pointer).map { String(cString: $0) } ?? "" }

  public var database: String { PQdb(pointer).map { String(cString: $0) } ?? "" }

  public var user: String { PQuser(pointer).map { String(cString: $0) } ?? "" }

  /// Runs one or several statements; what they return is dropped.
  public func execute(_ sql: String) throws(PostgreSQLError) {
    try checkText(sql)
    let result = PQexec(pointer, sql)
    defer { PQclear(result) }
    try check(result, sql)
  }

  /// Runs one statement with parameters `$1`, `$2`, ...
  @discardableResult
  public func query(_ sql: String, _ parameters: [Value] = []) throws(PostgreSQLError) -> Rows {
    try checkText(sql)
    let encoded = try Parameters(parameters)
    let result = encoded.withPointers { types, values, lengths, formats in
      PQexecParams(
        pointer, sql, Int32(parameters.count), types, values, lengths, formats, 1)
    }
    guard let result else { throw failure(nil, sql) }
    do throws(PostgreSQLError) {
      try check(result, sql)
    } catch {
      PQclear(result)
      throw error
    }
    return Rows(takingOwnership: result)
  }

  /// An identifier in quotes, with quotes inside doubled.
  public func escapeIdentifier(_ text: String) throws(PostgreSQLError) -> String {
    try escaped(text, PQescapeIdentifier)
  }

  /// A literal in quotes.
  public func escapeLiteral(_ text: String) throws(PostgreSQLError) -> String {
    try escaped(text, PQescapeLiteral)
  }

  /// Cancels whatever this connection runs, from any thread.
  public func cancellation() -> Cancellation? { PQgetCancel(pointer).map(Cancellation.init) }

  /// Receives the server's warnings, on the thread of the statement that causes them. They are
  /// dropped without a handler; libpq itself would print them.
  public func setNoticeHandler(_ handler: ((Notice) -> Void)?) { notices.handler = handler }

  private func escaped(
    _ text: String,
    _ escape: (OpaquePointer, UnsafePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
  ) throws(PostgreSQLError) -> String {
    try checkText(text)
    guard let quoted = text.withCString({ escape(pointer, $0, text.utf8.count) }) else {
      throw PostgreSQLError.connection(pointer)
    }
    defer { PQfreemem(quoted) }
    return String(cString: quoted)
  }

  /// C strings end at a NUL: what stands behind it would be lost without a word.
  func checkText(_ text: String) throws(PostgreSQLError) {
    guard !text.utf8.contains(0) else { throw BinaryFormat.nulInText }
  }

  func check(_ result: OpaquePointer?, _ sql: String) throws(PostgreSQLError) {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
    case PGRES_COPY_IN, PGRES_COPY_OUT: throw leaveCopy(result, sql)
    default: throw failure(result, sql)
    }
  }

  /// What a failed result says; takes note of a lost connection.
  func failure(_ result: OpaquePointer?, _ sql: String) -> PostgreSQLError {
    noting(.result(result, pointer, statement: sql))
  }

  /// The error, after noting that the connection is lost where it says so. One that cannot be written
  /// through is as good as lost: its server has become a standby, and a new one leads to the primary.
  func noting(_ error: PostgreSQLError) -> PostgreSQLError {
    if error.kind == .connection || error.sqlState == "25006" { noteLoss() }
    return error
  }

  func noteLoss() { isLost = true }
}

/// Asks the server to cancel what a connection runs.
public final class Cancellation: @unchecked Sendable {
  // Unchecked: PQcancel is safe from any thread (PostgreSQL manual, "Canceling Queries in Progress").
  private let pointer: OpaquePointer  // PGcancel

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQfreeCancel(pointer) }

  /// Whether the request was sent; the statement then fails with SQLSTATE 57014, if it still runs.
  @discardableResult
  public func cancel() -> Bool {
    var words = [CChar](repeating: 0, count: 256)
    return PQcancel(pointer, &words, Int32(words.count)) == 1
  }
}
