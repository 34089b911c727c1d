import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("Listing")
struct ListingTests {
  private let connection: Connection
  private let database: TestDatabase

  init() throws {
    database = try TestDatabase.empty()
    connection = try database.connect()
  }

  private func csv(_ query: String) throws -> String {
    var text = ""
    try Listing(query).write(from: connection, as: CSVWriter()) { text += $0 }
    return text
  }

  private func jsonl(_ query: String) throws -> String {
    var text = ""
    try Listing(query).write(from: connection, as: JSONLinesWriter()) { text += $0 }
    return text
  }

  @Test("Each type is written as what it is, and times in UTC whatever the server's zone")
  func types() throws {
    try connection.execute("set timezone = 'Asia/Tokyo'")
    let query = """
      select 'a'::text as t, 7::bigint as n, true as b, '{"k": 1}'::jsonb as j,
        array['x', 'y,z'] as list, timestamptz '2026-01-31 06:00:00+00' as at,
        '\\x01ff'::bytea as octets, interval '3 days' as span, null::int as nothing
      """
    #expect(
      try jsonl(query)
        == #"{"t":"a","n":7,"b":true,"j":{"k": 1},"list":["x","y,z"],"#
        + #""at":"2026-01-31T06:00:00+00:00","octets":"01ff","span":"P3D","nothing":null}"# + "\n")
    #expect(
      try csv(query)
        == "t,n,b,j,list,at,octets,span,nothing\r\n"
        + #"a,7,true,"{""k"": 1}","[""x"",""y,z""]",2026-01-31T06:00:00+00:00,01ff,P3D,"#
        + "\r\n")
  }

  @Test("An empty list is a header in CSV and nothing in JSON Lines")
  func empty() throws {
    let query = "select 1 as a, 'x' as b where false"
    #expect(try csv(query) == "a,b\r\n")
    #expect(try jsonl(query) == "")
  }

  @Test("Column names that need quoting are quoted")
  func names() throws {
    #expect(try csv(#"select 1 as "a ""b", 2 as "from""#) == "\"a \"\"b\",from\r\n1,2\r\n")
  }

  @Test("The order of the query is the order of the rows, over many of them")
  func order() throws {
    let text = try csv("select n from generate_series(1, 20000) n order by n desc")
    let lines = text.split(separator: "\r\n")
    #expect(lines.count == 20_001)
    #expect(lines[1] == "20000" && lines[20_000] == "1")
  }

  @Test("A sink that has had enough ends it, and the connection can be used again")
  func stopped() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try Listing("select * from generate_series(1, 1000000)").write(
        from: connection, as: CSVWriter()
      ) { if $0.hasPrefix("100") { throw Enough() } }
    }
    #expect(try csv("select 1 as a") == "a\r\n1\r\n")
  }

  @Test("No comment of a list is left, which a value with a line end could break out of")
  func comments() throws {
    for list in Export.allCases {
      #expect(!SQLFile.query("export/\(list.rawValue)").contains("--"))
    }
    for spec in SectionSpec.all { #expect(!SQLFile.query(spec.query).contains("--")) }
    for part in CasePart.all { #expect(!SQLFile.query(part.query).contains("--")) }
    var filter = ListFilter()
    filter.account = "x\n; drop table t; --"
    let filled = try filter.filling("select {account} as a", on: connection)
    #expect(try connection.query(filled)[0].text("a") == filter.account)
  }

  @Test("Every compiled-in list ends without a semicolon, so that it can stand inside a query")
  func files() {
    for list in Export.allCases { #expect(!SQLFile.query("export/\(list.rawValue)").contains(";")) }
    for list in Report.allCases { #expect(!SQLFile.query("report/\(list.rawValue)").contains(";")) }
  }
}
