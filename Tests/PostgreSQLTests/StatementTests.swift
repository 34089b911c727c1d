import PostgreSQL
import TestSupport
import Testing

@Suite("Statements and transactions")
struct StatementTests {
  let database: TestDatabase
  let connection: Connection

  init() throws {
    database = try TestDatabase.empty()
    connection = try database.connect()
    try connection.execute(
      "CREATE TABLE t (id int8 CONSTRAINT t_key PRIMARY KEY, n int4 NOT NULL CHECK (n > 0))")
  }

  private func count() throws -> Int64? {
    try connection.query("SELECT count(*) AS n FROM t")[0].int("n")
  }

  private func sqlState(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PostgreSQLError)?.sqlState
    }
  }

  @Test("An error of the server keeps its SQLSTATE, detail, constraint, column and statement")
  func errorFields() throws {
    try connection.query("INSERT INTO t VALUES ($1, $2)", [.int8(1), .int4(1)])
    let duplicate = #expect(throws: PostgreSQLError.self) {
      try connection.query("INSERT INTO t VALUES ($1, $2)", [.int8(1), .int4(1)])
    }
    #expect(duplicate?.kind == .server)
    #expect(duplicate?.sqlState == "23505")
    #expect(duplicate?.constraint == "t_key")
    #expect(duplicate?.detail?.contains("id") == true)
    #expect(duplicate?.statement == "INSERT INTO t VALUES ($1, $2)")
    #expect(duplicate?.isConnectionFailure == false)

    let missing = #expect(throws: PostgreSQLError.self) {
      try connection.query("INSERT INTO t (id) VALUES (2)")
    }
    #expect(missing?.sqlState == "23502")
    #expect(missing?.column == "n")

    let misspelt = #expect(throws: PostgreSQLError.self) {
      try connection.query("SELECT idd FROM t")
    }
    #expect(misspelt?.sqlState == "42703")
    #expect(misspelt?.hint != nil)
  }

  @Test("An error is described on one line that holds its SQLSTATE")
  func errorDescription() throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.execute("SELECT\n  1\n  FRMO t")
    }
    #expect(error?.description.contains("42601") == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test("Values of parameters are not in an error's statement")
  func parametersAreNotTold() throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.query("SELECT 1 / length($1) WHERE $2", [.text(""), .bool(true)])
    }
    #expect(error?.sqlState == "22012")
    #expect(error?.statement == "SELECT 1 / length($1) WHERE $2")
  }

  @Test("Several statements run as one, and one that fails undoes those before it")
  func severalStatements() throws {
    try connection.execute("INSERT INTO t VALUES (1, 1); INSERT INTO t VALUES (2, 2)")
    #expect(try count() == 2)
    let state = sqlState {
      try connection.execute("INSERT INTO t VALUES (3, 3); INSERT INTO t VALUES (1, 1)")
    }
    #expect(state == "23505")
    #expect(try count() == 2)
  }

  @Test("A statement tells how many rows it touched")
  func affected() throws {
    try connection.execute("INSERT INTO t SELECT g, g FROM generate_series(1, 5) g")
    #expect(try connection.query("UPDATE t SET n = n + 1 WHERE id > 2").affected == 3)
    #expect(try connection.query("DELETE FROM t WHERE id > 9").affected == 0)
  }

  struct Stop: Error {}

  @Test("A transaction is kept when its body returns, and undone when it throws")
  func transactions() throws {
    let answer = try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1, 1)")
      return 42
    }
    #expect(answer == 42)
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2, 2)")
        throw Stop()
      }
    }
    #expect(try count() == 1)
    #expect(try database.connect().query("SELECT 1 FROM t").count == 1)
  }

  @Test("A statement's error ends its transaction, and the connection is ready for the next")
  func failedStatementInTransaction() throws {
    let state = sqlState {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1, 1)")
        try connection.execute("INSERT INTO t VALUES (1, 1)")
      }
    }
    #expect(state == "23505")
    #expect(try count() == 0)
  }

  @Test("A transaction whose error was swallowed does not pass for committed")
  func swallowedError() throws {
    let state = sqlState {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1, 1)")
        _ = try? connection.execute("INSERT INTO t VALUES (1, 1)")
      }
    }
    #expect(state == "25P02")
    #expect(try count() == 0)
  }

  @Test("A read-only snapshot writes nothing and does not see what others commit meanwhile")
  func readOnlySnapshot() throws {
    let other = try database.connect()
    let (before, after) = try connection.transaction(.readOnlySnapshot) {
      let before = try count()
      try other.execute("INSERT INTO t VALUES (1, 1)")
      return (before, try count())
    }
    #expect(before == 0)
    #expect(after == 0)
    #expect(try count() == 1)
    let state = sqlState {
      try connection.transaction(.readOnlySnapshot) { try connection.execute("DELETE FROM t") }
    }
    #expect(state == "25006")
  }

  @Test(
    "An identifier is quoted, whatever is in it",
    arguments: ["x\"; DROP TABLE t; --", "Größe", "select", "two words", "\\", "'"])
  func identifiers(_ name: String) throws {
    let quoted = try connection.escapeIdentifier(name)
    try connection.execute("CREATE TABLE \(quoted) (\(quoted) int8)")
    let table = TableName(schema: "public", name: name)
    try connection.copyIn(table, columns: [name]) { try $0.row { $0.int8(7) } }
    let rows = try connection.query("SELECT \(quoted) FROM \(quoted)")
    #expect(rows.columns == [name])
    #expect(try rows[0].int(name) == 7)
    #expect(try count() == 0)
  }

  @Test("A literal is quoted, whatever is in it", arguments: ["it's", "\\' OR 1=1 --", "", "日本"])
  func literals(_ text: String) throws {
    let quoted = try connection.escapeLiteral(text)
    #expect(try connection.query("SELECT \(quoted)::text AS v")[0].text("v") == text)
  }
}
