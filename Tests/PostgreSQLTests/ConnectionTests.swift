import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
  let database: TestDatabase
  let connection: Connection

  init() throws {
    database = try TestDatabase.empty()
    connection = try database.connect()
  }

  /// Where the cluster's socket is.
  private var socket: String { connection.host }

  private func overrides() -> [(keyword: String, value: String)] {
    [("host", socket), ("port", "5432"), ("user", connection.user)]
  }

  @Test("A plain database name, a conninfo string and a URI reach the same database")
  func waysToSay() throws {
    let directory = socket.replacingOccurrences(of: "/", with: "%2F")
    let name = database.name
    let ways = [
      ConnectionSettings(name, overrides: overrides()),
      ConnectionSettings("host=\(socket) user=\(connection.user) dbname=\(name)"),
      ConnectionSettings("postgresql://\(connection.user)@\(directory)/\(name)"),
    ]
    for settings in ways { #expect(try Connection(settings).database == name) }
  }

  @Test("What is given beside the string wins over the string")
  func overridesWin() throws {
    let settings = ConnectionSettings(
      "host=\(socket) user=nobody_of_that_name dbname=\(database.name)",
      overrides: [("user", connection.user)])
    #expect(try Connection(settings).user == connection.user)
  }

  @Test("The program names itself to the server, unless it is told another name")
  func applicationName() throws {
    let query = "SELECT current_setting('application_name') AS name"
    #expect(try connection.query(query)[0].text("name") == "receipt-audit")
    let other = ConnectionSettings(
      database.conninfo, overrides: [("application_name", "nightly")])
    #expect(try Connection(other).query(query)[0].text("name") == "nightly")
  }

  @Test(
    "A server out of reach is a connection failure that does not tell the password",
    arguments: [
      "host=/nonexistent-directory user=u password=s3cr3t-word dbname=d",
      "host=127.0.0.1 port=1 user=u password=s3cr3t-word dbname=d",
      "postgresql://u:s3cr3t-word@127.0.0.1:1/d",
    ])
  func unreachable(_ conninfo: String) throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try Connection(ConnectionSettings(conninfo))
    }
    #expect(error?.kind == .connection)
    #expect(error?.isConnectionFailure == true)
    #expect(error?.description.contains("s3cr3t-word") == false)
    #expect(error?.description.contains("\n") == false)
  }

  @Test(
    "A connection string that cannot be read does not tell the password either",
    arguments: [
      "host=127.0.0.1 password=s3cr3t s3cr3t-word dbname=d",
      "host=127.0.0.1 password='s3cr3t-word dbname=d",
      "postgresql://u:s3cr3t-word%zz@127.0.0.1:1/d",
      "postgresql://u:s3cr3t-word@[127.0.0.1/d",
      "postgresql://127.0.0.1:1/d?password=s3cr3t-word%zz",
      "postgresql://127.0.0.1:1/d?s3cr3t-word",
    ])
  func unreadable(_ conninfo: String) throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try Connection(ConnectionSettings(conninfo))
    }
    #expect(error?.kind == .settings)
    #expect(error?.description.contains("s3cr3t-word") == false)
  }

  @Test("A database that is not there is refused with the server's SQLSTATE or words")
  func noSuchDatabase() throws {
    let settings = ConnectionSettings("no_such_database", overrides: overrides())
    let error = #expect(throws: PostgreSQLError.self) { try Connection(settings) }
    #expect(error?.kind == .connection)
    #expect(error?.description.contains("no_such_database") == true)
    #expect(error?.sqlState == "3D000")
    #expect(error?.isTransient == false)
  }

  @Test("A connection that the server ends is a connection failure from then on")
  func terminated() throws {
    let other = try database.connect()
    let pid = try other.query("SELECT pg_backend_pid() AS pid")[0].int("pid") ?? 0
    try connection.query("SELECT pg_terminate_backend($1)", [.int4(Int32(pid))])
    for _ in 0..<2 {
      let error = #expect(throws: PostgreSQLError.self) { try other.query("SELECT pg_sleep(60)") }
      #expect(error?.isConnectionFailure == true)
    }
  }

  @Test("A running statement is cancelled from another thread, and the connection lives on")
  func cancel() throws {
    let cancellation = try #require(connection.cancellation())
    let settings = database.settings
    let canceller = Thread {
      // Cancels what is seen to run: a request that came early would be lost.
      guard let watcher = try? Connection(settings) else { return }
      let running = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%'"
      while let rows = try? watcher.query(running), rows.count == 0 { usleep(1000) }
      cancellation.cancel()
    }
    canceller.start()
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.query("SELECT pg_sleep(600)")
    }
    #expect(error?.sqlState == "57014")
    #expect(error?.isConnectionFailure == false)
    #expect(try connection.query("SELECT 1::int4 AS v")[0].int("v") == 1)
  }
}
