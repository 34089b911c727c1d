public import PostgreSQL

/// A connection as the audit needs it, whatever a role, a database or the environment sets.
public enum AuditSession {
  /// Connects, and sets where names are looked up and how long is waited (`sql/job/session.sql`).
  public static func open(_ settings: ConnectionSettings) throws(PostgreSQLError) -> Connection {
    let connection = try Connection(settings)
    try connection.execute(JobStatement.session.text)
    return connection
  }

  /// The error, and where a lock was not to be had in time, who holds locks on the audit's tables.
  static func explained(_ error: any Error, _ connection: Connection) -> any Error {
    guard let fault = error as? PostgreSQLError, fault.sqlState == "55P03",
      let holders = try? blockers(connection), !holders.isEmpty
    else { return error }
    var explained = AuditError(fault)
    explained.message += "; locks are held by " + holders.joined(separator: ", ")
    explained.remedy = "end that session, or `select pg_terminate_backend(PID)`"
    return explained
  }

  private static func blockers(_ connection: Connection) throws -> [String] {
    let rows = try connection.query(JobStatement.blockers.text)
    return try (0..<rows.count).map { index in
      let row = rows[index]
      let words = [try row.text("program"), try row.text("role"), try row.text("state")]
      return "process \(try row.int("pid") ?? 0) ("
        + words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ") + ")"
    }
  }
}
