internal import CPostgreSQL

/// What a transaction may do, and what it sees.
public enum TransactionMode: Sendable {
  case readWrite
  /// One snapshot for all statements, nothing written.
  case readOnlySnapshot

  var begin: String {
    switch self {
    case .readWrite: "BEGIN"
    case .readOnlySnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }
  }
}

extension Connection {
  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// - Throws: what `body` throws, or the failure of BEGIN or COMMIT. A commit whose connection is
  ///   lost has an unknown outcome: the caller looks it up.
  public func transaction<Result>(
    _ mode: TransactionMode = .readWrite, _ body: () throws -> Result
  ) throws -> Result {
    guard isOpen else { throw noting(.connection(pointer)) }
    // BEGIN inside a transaction is only a warning, and the inner COMMIT would end the outer one.
    switch PQtransactionStatus(pointer) {
    case PQTRANS_IDLE: break
    case PQTRANS_UNKNOWN: throw noting(.connection(pointer))
    default:
      throw PostgreSQLError(
        .protocolViolation, "a transaction is open already on this connection")
    }
    try execute(mode.begin)
    // A transaction that does not end is one whose server is gone: libpq may not have noticed yet.
    defer { if PQtransactionStatus(pointer) != PQTRANS_IDLE { noteLoss() } }
    let result: Result
    do {
      result = try body()
    } catch {
      // The first error is the one worth telling; a lost connection has rolled back by itself.
      PQclear(PQexec(pointer, "ROLLBACK"))
      throw error
    }
    try commit()
    return result
  }

  /// COMMIT of a failed transaction answers ROLLBACK, without an error.
  private func commit() throws(PostgreSQLError) {
    let result = PQexec(pointer, "COMMIT")
    defer { PQclear(result) }
    try check(result, "COMMIT")
    guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
      throw PostgreSQLError(
        .server, "the transaction had failed and was rolled back", sqlState: "25P02")
    }
  }
}
