public import PostgreSQL

/// A connection as the audit needs it, whatever a role, a database or the environment sets.
public enum AuditSession {
  /// Connects, and sets where names are looked up and how long is waited (`sql/job/session.sql`).
  public static func open(_ settings: ConnectionSettings) throws(PostgreSQLError) -> Connection {
    let connection = try Connection(settings)
    try connection.execute(JobStatement.session.text)
    return connection
  }
}
