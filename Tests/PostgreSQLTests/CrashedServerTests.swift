import PostgreSQL
import TestSupport
import Testing

@Suite("A server that crashes under connections that do not notice")
struct CrashedServerTests {
  /// It leaves a warning behind, which libpq reads before it sees the end.
  @Test("is a lost connection in whatever comes next, and stays one")
  func crashed() throws {
    let cluster = try PrivateCluster()
    let table = TableName(schema: "public", name: "t")
    try cluster.connect().execute("create table t (id bigint)")
    let uses: [(Connection) throws -> Void] = [
      { try $0.execute("select 1") },
      { try $0.query("select $1", [.int8(1)]) },
      { try $0.transaction {} },
      { try $0.copyOut("select 1") { _ in } },
      { try $0.copyIn(table, columns: ["id"]) { writer in try writer.row { $0.int8(1) } } },
    ]
    let connections = try uses.map { _ in try cluster.connect() }
    try cluster.crash()
    for (connection, use) in zip(connections, uses) {
      for _ in 1...2 {
        let error = #expect(throws: PostgreSQLError.self) { try use(connection) }
        #expect(error?.isConnectionFailure == true, "\(String(describing: error))")
        #expect(error?.isTransient == true)
        #expect(!connection.isOpen)
      }
    }
  }

  @Test("is a lost connection too after a transaction that something else ended meanwhile")
  func crashedInTransaction() throws {
    struct Ended: Error {}
    let cluster = try PrivateCluster()
    let connection = try cluster.connect()
    #expect(throws: Ended.self) {
      try connection.transaction {
        try cluster.crash()
        throw Ended()
      }
    }
    #expect(!connection.isOpen)
    let error = #expect(throws: PostgreSQLError.self) { try connection.transaction {} }
    #expect(error?.isTransient == true, "\(String(describing: error))")
  }

  /// Between a crash and the end of its recovery a server is there and answers nobody.
  @Test("is waited for by whoever starts it while it recovers")
  func startedWhileRecovering() throws {
    let cluster = try PrivateCluster()
    let (connection, bystander) = (try cluster.connect(), try cluster.connect())
    try connection.execute(
      "create table t as select id, repeat('x', 100) from generate_series(1, 1000000) id")
    #expect(throws: PostgreSQLError.self) {
      try connection.execute("copy (select) to program 'kill -KILL $PPID'")
    }
    #expect(throws: PostgreSQLError.self) { try bystander.execute("select pg_sleep(60)") }
    try cluster.start()
    let rows = try cluster.connect().query("select count(*) as n from t")
    #expect(try rows[0].int("n") == 1_000_000)
  }
}
