import PostgreSQL
import TestSupport
import Testing

@Suite("Binary COPY")
struct CopyTests {
  let database: TestDatabase
  let connection: Connection
  static let table = TableName(schema: "public", name: "things")
  static let columns = ["id", "small", "word", "yes", "at", "octets", "words", "doc", "u"]

  init() throws {
    database = try TestDatabase.empty()
    connection = try database.connect()
    try connection.execute(
      """
      CREATE TABLE things (
        id bigint PRIMARY KEY, small int4, word text, yes bool, at timestamptz, octets bytea,
        words text[], doc jsonb, u uuid)
      """)
  }

  private func count() throws -> Int64? {
    try connection.query("SELECT count(*) AS n FROM things")[0].int("n")
  }

  /// What row `id` has in its column of octets: most are short, three are of several megabytes.
  private static func octets(_ id: Int64) -> [UInt8] {
    let size = id % 4000 == 17 ? 3_000_000 : Int(id % 100)
    return [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: size)
  }

  @Test("10,000 rows of every type go in and come out the same, values of megabytes among them")
  func roundTrip() throws {
    let rows: Int64 = 10_000
    let written = try connection.copyIn(Self.table, columns: Self.columns) { writer in
      for id in 0..<rows {
        try writer.row { row in
          row.int8(id)
          row.int4(Int32(id) - 5000)
          row.text("Wort \(id) 日本")
          row.bool(id % 2 == 0)
          row.timestamp(microsecondsSince1970: id * 1_000_003)
          row.bytea(Self.octets(id))
          row.textArray(["\(id)", ""])
          row.jsonb("{\"id\": \(id)}")
          row.uuid([UInt8](repeating: UInt8(id % 256), count: 16))
        }
      }
    }
    #expect(written == Int(rows))

    let agreed = try connection.query(
      "SELECT count(*) AS n FROM things WHERE words = ARRAY[id::text, ''] AND doc->>'id' = id::text"
    )
    #expect(try agreed[0].int("n") == rows)

    var next: Int64 = 0
    var wrong = 0
    let query = "SELECT id, small, word, yes, at, octets, u FROM things ORDER BY id"
    let read = try connection.copyOut(query) { row in
      let uuid = [UInt8](repeating: UInt8(next % 256), count: 16)
      let same =
        try row.count == 7 && row.int(at: 0) == next && row.int(at: 1) == next - 5000
        && row.text(at: 2) == "Wort \(next) 日本" && row.bool(at: 3) == (next % 2 == 0)
        && row.timestamp(at: 4) == next * 1_000_003 && row.bytes(at: 5) == Self.octets(next)
        && row.bytes(at: 6) == uuid
      if !same { wrong += 1 }
      next += 1
    }
    #expect(read == Int(rows))
    #expect(wrong == 0)
  }

  @Test("NULL goes in and comes out in every column")
  func nulls() throws {
    try connection.copyIn(Self.table, columns: Self.columns) { writer in
      try writer.row { row in
        row.int8(1)
        row.int4(nil)
        row.text(nil)
        row.bool(nil)
        row.timestamp(microsecondsSince1970: nil)
        row.bytea(nil)
        row.textArray(nil)
        row.jsonb(nil)
        row.uuid(nil)
      }
      try writer.row { row in
        row.int8(2)
        for _ in 1..<Self.columns.count { row.null() }
      }
    }
    var rows = 0
    try connection.copyOut("SELECT * FROM things ORDER BY id") { row in
      rows += 1
      let id = try row.int(at: 0)
      #expect(id == Int64(rows))
      for column in 1..<row.count { #expect(row.bytes(at: column) == nil) }
    }
    #expect(rows == 2)
  }

  @Test("No rows are as good as many")
  func empty() throws {
    #expect(try connection.copyIn(Self.table, columns: ["id"]) { _ in } == 0)
    #expect(try connection.copyOut("SELECT * FROM things") { _ in } == 0)
  }

  struct Stop: Error {}

  @Test("A COPY whose body throws keeps nothing, and the connection can be used again")
  func bodyThrows() throws {
    #expect(throws: Stop.self) {
      try connection.copyIn(Self.table, columns: ["id"]) { writer in
        for id in 0..<20_000 { try writer.row { $0.int8(Int64(id)) } }
        throw Stop()
      }
    }
    #expect(try count() == 0)
  }

  @Test("A row that the server refuses is told with its SQLSTATE, and nothing of the COPY is kept")
  func serverRefuses() throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.copyIn(Self.table, columns: ["id"]) { writer in
        for id in [1, 2, 1] { try writer.row { $0.int8(Int64(id)) } }
      }
    }
    #expect(error?.sqlState == "23505")
    #expect(error?.constraint == "things_pkey")
    #expect(try count() == 0)
  }

  @Test("A refusal in the middle of a long COPY is the server's own words, not the failed send")
  func serverRefusesEarly() throws {
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.copyIn(Self.table, columns: ["id", "word"]) { writer in
        for id in 0..<200_000 {
          try writer.row { row in
            row.int8(Int64(id % 1000))
            row.text("some words to fill the buffers on the way")
          }
        }
      }
    }
    #expect(error?.sqlState == "23505")
    #expect(try count() == 0)
  }

  @Test("Too few values, too many, and a NUL in text fail the row before it is sent")
  func badRows() throws {
    let bodies: [(inout CopyRowWriter) -> Void] = [
      { $0.int8(1) },
      {
        $0.int8(1)
        $0.text("a")
        $0.text("b")
      },
      {
        $0.int8(1)
        $0.text("a\0b")
      },
    ]
    for body in bodies {
      let error = #expect(throws: PostgreSQLError.self) {
        try connection.copyIn(Self.table, columns: ["id", "word"]) { try $0.row(body) }
      }
      #expect(error?.kind == .decoding)
      #expect(try count() == 0)
    }
  }

  @Test("A failed row can be left out, and those around it go in")
  func failedRowIsLeftOut() throws {
    let written = try connection.copyIn(Self.table, columns: ["id", "word"]) { writer in
      for (id, word) in [(1, "one"), (2, "t\0o"), (3, "three")] {
        try? writer.row { row in
          row.int8(Int64(id))
          row.text(word)
        }
      }
    }
    #expect(written == 2)
    #expect(try count() == 2)
  }

  @Test("Reading can stop at any row, and the connection can be used again")
  func readingStops() throws {
    var rows = 0
    #expect(throws: Stop.self) {
      try connection.copyOut("SELECT g, repeat('x', 1000) FROM generate_series(1, 50000) g") { _ in
        rows += 1
        if rows == 3 { throw Stop() }
      }
    }
    #expect(rows == 3)
    #expect(try count() == 0)
  }

  @Test("A query that fails while it is read is told with its SQLSTATE")
  func readingFails() throws {
    var rows = 0
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.copyOut("SELECT 1 / (5000 - g) FROM generate_series(1, 9999) g") { _ in
        rows += 1
      }
    }
    #expect(error?.sqlState == "22012")
    #expect(rows < 5000)
    #expect(try count() == 0)
  }

  @Test("CSV has a header, quotes what needs quotes, and comes in whole lines")
  func csv() throws {
    var pieces: [String] = []
    try connection.copyOutCSV("SELECT 1 AS a, 'x,\"y\"' AS b UNION ALL SELECT 2, NULL") { bytes in
      pieces.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(pieces.joined() == "a,b\n1,\"x,\"\"y\"\"\"\n2,\n")
    #expect(pieces.allSatisfy { $0.hasSuffix("\n") })
  }
}
