import PostgreSQL
import TestSupport
import Testing

@Suite("What must not go wrong unnoticed")
struct ResilienceTests {
  let database: TestDatabase
  let connection: Connection
  private let table = TableName(schema: "public", name: "t")

  init() throws {
    database = try TestDatabase.empty()
    connection = try database.connect()
    try connection.execute("CREATE TABLE t (id bigint PRIMARY KEY, word text)")
  }

  private func count() throws -> Int64? {
    try connection.query("SELECT count(*) AS n FROM t")[0].int("n")
  }

  @Test("The description of an error tells no value, though the server's detail does")
  func describedWithoutValues() throws {
    let insert = "INSERT INTO t VALUES ($1, $2)"
    let values: [Value] = [.int8(777_555), .text("secret-word")]
    try connection.query(insert, values)
    let duplicate = #expect(throws: PostgreSQLError.self) { try connection.query(insert, values) }
    #expect(duplicate?.detail?.contains("777555") == true)
    #expect(duplicate?.description.contains("777555") == false)
    #expect(duplicate?.description.contains("t_pkey") == true)

    let cast = #expect(throws: PostgreSQLError.self) {
      try connection.query("SELECT $1::text::bigint", [.text("secret-word")])
    }
    #expect(cast?.sqlState == "22P02")
    #expect(cast?.description.contains("secret-word") == false)
    let literal = #expect(throws: PostgreSQLError.self) {
      try connection.execute("SELECT 'secret-word' FRMO t")
    }
    #expect(literal?.description.contains("secret-word") == false)
  }

  @Test("A transaction inside a transaction is refused, and the outer one is undone whole")
  func nestedTransactions() throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1, 'a')")
        try connection.transaction { try connection.execute("INSERT INTO t VALUES (2, 'b')") }
      }
    }
    #expect(error?.kind == .protocolViolation)
    #expect(try count() == 0)
  }

  @Test("Both infinities of a timestamp come back as the ends of the range", arguments: [1, 2])
  func infinities(_ way: Int) throws {
    let sql = "SELECT 'infinity'::timestamptz AS a, '-infinity'::timestamptz AS b"
    let sent = "SELECT $1::timestamptz::text AS a, $2::timestamptz::text AS b"
    if way == 1 {
      let row = try connection.query(sql)[0]
      #expect(try row.timestamp("a") == .max)
      #expect(try row.timestamp("b") == .min)
    } else {
      let values = [Int64.max, .min].map { Value.timestamp(microsecondsSince1970: $0) }
      let row = try connection.query(sent, values)[0]
      #expect(try row.text("a") == "infinity")
      #expect(try row.text("b") == "-infinity")
    }
  }

  @Test(
    "A query of a file can be copied out: with its semicolon, and with a comment at its end",
    arguments: ["SELECT 1::bigint;\n", "SELECT 1::bigint -- one", "SELECT 1::bigint ; \n\n"])
  func queriesOfFiles(_ query: String) throws {
    var values: [Int64?] = []
    #expect(try connection.copyOut(query) { values.append(try $0.int(at: 0)) } == 1)
    #expect(values == [1])
    #expect(try connection.copyOutCSV(query) { _ in } == 1)
  }

  @Test("A COPY that is run as a plain statement fails, and the connection can be used again")
  func strayCopies() throws {
    for sql in ["COPY t FROM STDIN", "COPY t TO STDOUT", "COPY t TO STDOUT; SELECT 1"] {
      #expect(throws: PostgreSQLError.self, "\(sql)") { try connection.execute(sql) }
      #expect(try count() == 0, "\(sql)")
    }
    #expect(throws: PostgreSQLError.self) { try connection.query("COPY t FROM STDIN") }
    #expect(try count() == 0)
  }

  @Test("CSV is in UTC and ISO form, whatever the role or the database says")
  func csvIsTheSameEverywhere() throws {
    let name = try connection.escapeIdentifier(database.name)
    try connection.execute("ALTER DATABASE \(name) SET timezone = 'Asia/Tokyo'")
    try connection.execute("ALTER DATABASE \(name) SET datestyle = 'SQL, DMY'")
    var lines = ""
    try database.connect().copyOutCSV("SELECT 'epoch'::timestamptz AS at") { line in
      lines += String(decoding: line, as: UTF8.self)
    }
    #expect(lines == "at\n1970-01-01 00:00:00+00\n")
  }

  @Test("Sums are whole numbers too; a fraction or a number too large is an error")
  func sums() throws {
    for number in [Int64.max, .min, 0, -1, 9_999, 10_000, 100_000_000, -120_000_345] {
      let sum = "SELECT sum(v) AS v FROM (VALUES ($1)) t (v)"
      let rows = try connection.query(sum, [.int8(number)])
      #expect(try rows[0].int("v") == number)
    }
    for number in ["1.5", "9223372036854775808", "-9223372036854775809", "NaN", "1e30", "0.0001"] {
      let row = try connection.query("SELECT '\(number)'::numeric AS v")
      #expect(throws: PostgreSQLError.self, "\(number)") { try row[0].int("v") }
    }
  }

  @Test("A row that is not there is an error, not the end of the program")
  func missingRows() throws {
    let rows = try connection.query("SELECT 1 AS v WHERE false")
    let error = #expect(throws: PostgreSQLError.self) { try rows[0].int("v") }
    #expect(error?.kind == .decoding)
    #expect(throws: PostgreSQLError.self) { try rows[-1].int("v") }
  }

  @Test("Warnings of the server reach the handler, and nothing else")
  func notices() throws {
    var words: [String] = []
    connection.setNoticeHandler { words.append($0.message) }
    try connection.execute("DO $$ BEGIN RAISE WARNING 'mind the gap'; END $$")
    connection.setNoticeHandler(nil)
    try connection.execute("DO $$ BEGIN RAISE WARNING 'unheard'; END $$")
    #expect(words == ["mind the gap"])
  }

  @Test("An array of text comes back whole")
  func textArrays() throws {
    let texts = ["", "a,b", "\"{}\"", "NULL", "日本"]
    let row = try connection.query("SELECT $1 AS v, '{}'::text[] AS e", [.textArray(texts)])[0]
    #expect(try row.textArray("v") == texts)
    #expect(try row.textArray("e") == [])
  }

  @Test("A server process that was killed is a connection failure, in a statement and in a COPY")
  func lostConnections() throws {
    let admin = try database.connect()
    func kill(_ victim: Connection) throws {
      let row = try victim.query("SELECT pg_backend_pid() AS pid")[0]
      try admin.query("SELECT pg_terminate_backend($1::int4)", [.int8(row.int("pid") ?? 0)])
    }
    try kill(connection)
    let statement = #expect(throws: PostgreSQLError.self) { try connection.execute("SELECT 1") }
    #expect(statement?.isConnectionFailure == true)
    let again = #expect(throws: PostgreSQLError.self) { try connection.transaction {} }
    #expect(again?.isConnectionFailure == true)

    let writing = try database.connect()
    let copy = #expect(throws: PostgreSQLError.self) {
      let row = try writing.query("SELECT pg_backend_pid() AS pid")[0]
      try writing.copyIn(table, columns: ["id", "word"]) { writer in
        try admin.query("SELECT pg_terminate_backend($1::int4)", [.int8(row.int("pid") ?? 0)])
        for id in Int64(0)..<50_000 {
          try writer.row { row in
            row.int8(id)
            row.text("a word that fills the buffer, and once more a word that fills the buffer")
          }
        }
      }
    }
    #expect(copy?.isConnectionFailure == true)
  }
}
