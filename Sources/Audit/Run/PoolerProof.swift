import PostgreSQL

/// Whether a session is one: a pooler in transaction mode gives each transaction whatever server
/// session is free, so that the run lock would be another's at once.
enum PoolerProof {
  /// Throws where transactions of one connection are served by changing server sessions.
  static func require(_ connection: Connection, _ settings: ConnectionSettings) throws {
    guard try isPooledByTransaction(connection, settings) else { return }
    throw AuditError.configuration(
      "a pooler in transaction mode stands before the database, and the run lock needs a session",
      remedy: "connect to the server itself, or to a pool in session mode")
  }

  /// A pooler makes up the process number that it announces to its clients. Where there is one, a
  /// second connection takes over the first one's server session as soon as that has no transaction
  /// open, or pushes the first one off it.
  private static func isPooledByTransaction(
    _ connection: Connection, _ settings: ConnectionSettings
  ) throws -> Bool {
    let first = try process(connection)
    guard first != Int64(connection.announcedProcess) else { return false }
    let other = try Connection(settings)
    return try other.transaction {
      let held = try process(other)
      return try held == first || process(connection) != first
    }
  }

  private static func process(_ connection: Connection) throws -> Int64 {
    try connection.query("select pg_backend_pid()::bigint as pid")[0].int("pid") ?? 0
  }
}
