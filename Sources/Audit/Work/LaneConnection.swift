import PostgreSQL

/// A connection that is opened when it is needed, and again when it was lost.
final class LaneConnection {
  private let settings: ConnectionSettings
  private var connection: Connection?

  init(_ settings: ConnectionSettings) {
    self.settings = settings
  }

  func open() throws(PostgreSQLError) -> Connection {
    if let connection, connection.isOpen { return connection }
    connection = nil
    let connection = try AuditSession.open(settings)
    self.connection = connection
    return connection
  }
}
