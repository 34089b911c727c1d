internal import CPostgreSQL

extension Connection {
  /// Starts a COPY of one direction.
  func beginCopy(_ sql: String, _ direction: ExecStatusType) throws(PostgreSQLError) {
    try checkText(sql)
    let result = PQexec(pointer, sql)
    defer { PQclear(result) }
    if PQresultStatus(result) != direction { try check(result, sql) }
  }

  /// Gets out of a COPY that a plain statement started: until then the connection takes no other.
  func leaveCopy(_ result: OpaquePointer?, _ sql: String) -> PostgreSQLError {
    if PQresultStatus(result) == PGRES_COPY_IN {
      PQputCopyEnd(pointer, "COPY in a plain statement")
    } else {
      var data: UnsafeMutablePointer<CChar>?
      while PQgetCopyData(pointer, &data, 0) > 0 { PQfreemem(data) }
    }
    while let rest = PQgetResult(pointer) {
      // Statements may follow, another COPY among them.
      let isCopy = [PGRES_COPY_IN, PGRES_COPY_OUT].contains(PQresultStatus(rest))
      if isCopy { _ = leaveCopy(rest, sql) }
      PQclear(rest)
    }
    return PostgreSQLError(
      .protocolViolation, "COPY is not for execute and query: use copyIn, copyOut or copyOutCSV")
  }
}
