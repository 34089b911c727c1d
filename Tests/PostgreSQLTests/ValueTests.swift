import PostgreSQL
import TestSupport
import Testing

@Suite("Values on their way to the server and back")
struct ValueTests {
  static let database = Result { try TestDatabase.empty() }
  let connection: Connection

  init() throws {
    connection = try Self.database.get().connect()
  }

  private func returned(_ value: Value, as type: String) throws -> Row {
    try connection.query("SELECT $1::\(type) AS v", [value])[0]
  }

  @Test(
    "Text comes back as it went",
    arguments: ["", "plain", "Größe 日本語 🧾", "a'b\"c\\d\n\t\u{1B}", "\u{FFFF}\u{10FFFF}"])
  func text(_ text: String) throws {
    #expect(try returned(.text(text), as: "text").text("v") == text)
  }

  @Test("Integers come back at both ends of their range")
  func integers() throws {
    for value in [Int32.min, -1, 0, 1, .max] {
      #expect(try returned(.int4(value), as: "int4").int("v") == Int64(value))
    }
    for value in [Int64.min, -1, 0, 1, .max] {
      #expect(try returned(.int8(value), as: "int8").int("v") == value)
    }
    #expect(try returned(.text("-32768"), as: "int2").int("v") == -32768)
  }

  @Test("Booleans and floating point numbers come back as they went")
  func booleansAndDoubles() throws {
    #expect(try returned(.bool(true), as: "bool").bool("v") == true)
    #expect(try returned(.bool(false), as: "bool").bool("v") == false)
    for value in [0, -0.1, Double.pi, .greatestFiniteMagnitude, .infinity] {
      #expect(try returned(.float8(value), as: "float8").double("v") == value)
    }
  }

  @Test(
    "Timestamps keep their microseconds, before 1970, between 1970 and 2000, and after",
    arguments: [
      (-1, "1969-12-31 23:59:59.999999+00"),
      (0, "1970-01-01 00:00:00+00"),
      (946_684_799_999_999, "1999-12-31 23:59:59.999999+00"),
      (1_371_722_145_000_000, "2013-06-20 09:55:45+00"),
    ] as [(Int64, String)])
  func timestamps(_ microseconds: Int64, _ text: String) throws {
    try connection.execute("SET timezone = 'UTC'")
    let value = Value.timestamp(microsecondsSince1970: microseconds)
    let row = try connection.query(
      "SELECT $1::timestamptz AS v, $1::timestamptz::text AS t", [value])
    #expect(try row[0].timestamp("v") == microseconds)
    #expect(try row[0].text("t") == text)
  }

  @Test("Octets come back, all 256 of them and none")
  func octets() throws {
    let all = (0...255).map { UInt8($0) }
    #expect(try returned(.bytea(all), as: "bytea").bytes("v") == all)
    #expect(try returned(.bytea([]), as: "bytea").bytes("v") == [])
    let uuid = Array(all[16..<32])
    let row = try connection.query("SELECT $1::uuid AS v, $1::uuid::text AS t", [.uuid(uuid)])[0]
    #expect(try row.bytes("v") == uuid)
    #expect(try row.text("t") == "10111213-1415-1617-1819-1a1b1c1d1e1f")
  }

  @Test("JSON is stored as jsonb")
  func json() throws {
    let row = try returned(.json(#"{"b": [1, null], "a": "\u00e9"}"#), as: "jsonb")
    #expect(try row.text("v") == #"{"a": "é", "b": [1, null]}"#)
  }

  @Test("Arrays of text keep commas, quotes, braces and empty elements")
  func textArrays() throws {
    let texts = ["", "a,b", "\"{}\"", "NULL", "日本"]
    let rows = try connection.query(
      "SELECT u FROM unnest($1::text[]) WITH ORDINALITY AS t (u, n) ORDER BY n", [.textArray(texts)]
    )
    #expect(try (0..<rows.count).map { try rows[$0].text("u") } == texts)
    let empty = try connection.query("SELECT cardinality($1::text[]) AS n", [.textArray([])])
    #expect(try empty[0].int("n") == 0)
  }

  @Test(
    "NULL is nil for every type",
    arguments: ["text", "int4", "int8", "bool", "float8", "timestamptz", "bytea", "uuid", "jsonb"])
  func null(_ type: String) throws {
    let row = try returned(.null, as: type)
    #expect(try row.isNull("v"))
    switch type {
    case "int4", "int8": #expect(try row.int("v") == nil)
    case "bool": #expect(try row.bool("v") == nil)
    case "float8": #expect(try row.double("v") == nil)
    case "timestamptz": #expect(try row.timestamp("v") == nil)
    case "bytea", "uuid": #expect(try row.bytes("v") == nil)
    default: #expect(try row.text("v") == nil)
    }
  }

  @Test("A NUL character in text is refused before it is sent, with what to do about it")
  func nulIsRefused() throws {
    for value in [Value.text("a\0b"), .textArray(["a", "\0"]), .json("\"\0\"")] {
      let error = #expect(throws: PostgreSQLError.self) {
        try connection.query("SELECT $1", [value])
      }
      #expect(error?.kind == .decoding)
      #expect(error?.description.contains("NUL") == true)
    }
    #expect(throws: PostgreSQLError.self) { try connection.execute("SELECT 1;\0 SELECT 2") }
    #expect(try connection.query("SELECT 1::int4 AS v")[0].int("v") == 1)
  }

  @Test("A column that is not there, or of another type, is an error that names it")
  func wrongColumns() throws {
    let row = try connection.query("SELECT 1::int4 AS number, 'x'::text AS word")[0]
    let absent = #expect(throws: PostgreSQLError.self) { try row.int("nummer") }
    #expect(absent?.kind == .decoding)
    #expect(absent?.description.contains("nummer") == true)
    let mismatch = #expect(throws: PostgreSQLError.self) { try row.timestamp("word") }
    #expect(mismatch?.kind == .decoding)
    #expect(mismatch?.description.contains("word") == true)
    #expect(throws: PostgreSQLError.self) { try row.text("number") }
    #expect(throws: PostgreSQLError.self) { try row.bool("number") }
    #expect(throws: PostgreSQLError.self) { try row.int(7) }
  }
}
