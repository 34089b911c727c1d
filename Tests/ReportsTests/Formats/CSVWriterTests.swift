import Testing

@testable import Reports

@Suite("CSV")
struct CSVWriterTests {
  private func row(_ values: String?..., kinds: [Column.Kind]? = nil) -> String {
    var writer = CSVWriter()
    let kinds = kinds ?? values.map { _ in .text }
    _ = writer.header(kinds.enumerated().map { Column("c\($0.offset)", $0.element) })
    return writer.row(values)
  }

  @Test("The header holds the column names and every line ends with CR LF")
  func header() {
    var writer = CSVWriter()
    #expect(writer.header([Column("rule"), Column("receipt_id")]) == "rule,receipt_id\r\n")
  }

  @Test("A null is an empty field")
  func null() {
    #expect(row("a", nil, "b") == "a,,b\r\n")
  }

  @Test(
    "A field with a comma or a quote is quoted, its quotes doubled",
    arguments: [
      ("a,b", "\"a,b\"\r\n"), ("say \"hi\"", "\"say \"\"hi\"\"\"\r\n"), ("plain", "plain\r\n"),
      ("\"", "\"\"\"\"\r\n"),
    ])
  func quoting(value: String, line: String) {
    #expect(row(value) == line)
  }

  @Test(
    "What a spreadsheet takes for a formula gets an apostrophe in front",
    arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}A"])
  func formulas(value: String) {
    #expect(row(value) == "'\(value)\r\n")
  }

  @Test("A formula behind a tab or a carriage return is guarded, the control character shown")
  func leadingControls() {
    #expect(row("\t=1") == "'\\u{9}=1\r\n")
    #expect(row("\r=1") == "'\\u{D}=1\r\n")
    #expect(row("\r\n=1") == "'\\u{D}\\u{A}=1\r\n")
  }

  @Test("A formula with a quote and a comma is guarded inside the quotes")
  func quotedFormula() {
    #expect(
      row("=HYPERLINK(\"http://x\",\"y\")") == "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"\r\n")
  }

  @Test("A formula behind a semicolon, at which other countries split, is guarded there too")
  func semicolons() {
    #expect(row("a;=1+1;\u{FF1D}2") == "a;'=1+1;'\u{FF1D}2\r\n")
    #expect(row(";-x") == ";'-x\r\n")
    #expect(row("a;b; c;") == "a;b; c;\r\n")
    #expect(row("{\"n\": \"x;+1\"}") == "\"{\"\"n\"\": \"\"x;'+1\"\"}\"\r\n")
  }

  @Test("Control, escape and direction characters are shown as escapes")
  func controls() {
    #expect(row("a\u{1B}[31mb\u{202E}c\nd") == "a\\u{1B}[31mb\\u{202E}c\\u{A}d\r\n")
  }

  @Test("A negative number of a number column stays a number")
  func numbers() {
    #expect(row("-5", "-5", kinds: [.number, .text]) == "-5,'-5\r\n")
  }
}
