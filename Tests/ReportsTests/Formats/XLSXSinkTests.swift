import Testing
import XLSX

@testable import Reports

@Suite("Spreadsheets, read back by another library")
struct XLSXSinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ columns: [Column], _ rows: [[String?]], rowsPerSheet: Int = SheetLimits.rows
  ) throws -> [SpreadsheetReader.Sheet] {
    let path = folder.file("list.xlsx")
    let workbook = try Workbook(path: path, temporaryDirectory: folder.path)
    var sink = XLSXSink(workbook, name: "list", rowsPerSheet: rowsPerSheet)
    try sink.begin(columns)
    for row in rows { try sink.row(row) }
    try sink.end()
    try workbook.close()
    return try SpreadsheetReader.sheets(path)
  }

  @Test("Ids are texts, dates are dates, numbers are numbers, and nothing is nothing")
  func kinds() throws {
    let sheets = try write(
      [
        Column("transaction_id"), Column("finding_id", .identifier), Column("n", .number),
        Column("yes", .boolean), Column("at", .time), Column("day", .day), Column("none"),
      ],
      [
        [
          "000123", "9007199254740993", "12.5", "true", "2026-01-31T06:00:00+00:00", "2026-02-28",
          nil,
        ],
        ["x", "1", "9007199254740993", "f", "infinity", "0001-01-01", nil],
      ])
    #expect(sheets.count == 1)
    #expect(
      sheets[0].rows[1] == [
        ["s", "000123"], ["s", "9007199254740993"], ["n", "12.5"], ["b", "True"],
        ["d", "2026-01-31T06:00:00"], ["d", "2026-02-28T00:00:00"], ["-", ""],
      ])
    #expect(
      sheets[0].rows[2] == [
        ["s", "x"], ["s", "1"], ["s", "9007199254740993"], ["b", "False"], ["s", "infinity"],
        ["s", "0001-01-01"], ["-", ""],
      ])
    #expect(sheets[0].frozen == "A2")
    #expect(sheets[0].filter == "A1:G3")
  }

  @Test("Every hostile text is a string, guarded where it begins a formula")
  func hostile() throws {
    let sheets = try write([Column("product_id")], Hostile.all.map { [$0] })
    let cells = sheets[0].rows.dropFirst().map { $0[0] }
    #expect(cells.count == Hostile.all.count)
    for (text, cell) in zip(Hostile.all, cells) {
      #expect(cell == ["s", SpreadsheetText.guarded(text)], "\(text.debugDescription)")
    }
    for cell in cells.prefix(Hostile.formulas.count) { #expect(cell[1].hasPrefix("'")) }
  }

  @Test("A text longer than a cell is cut, and says so")
  func longText() throws {
    let sheets = try write([Column("evidence")], [[String(repeating: "\u{1F600}", count: 20_000)]])
    let text = sheets[0].texts[1][0]
    #expect(text.utf16.count <= SheetLimits.text)
    #expect(text.hasSuffix("\u{1F600}..."))
  }

  @Test("A list longer than a sheet goes on in the next, each with its header and filter")
  func split() throws {
    let sheets = try write(
      [Column("n", .number)], (1...7).map { [String($0)] }, rowsPerSheet: 4)
    #expect(sheets.map(\.name) == ["list", "list 2", "list 3"])
    #expect(
      sheets.map(\.texts) == [
        [["n"], ["1"], ["2"], ["3"]], [["n"], ["4"], ["5"], ["6"]], [["n"], ["7"]],
      ])
    #expect(sheets.allSatisfy { $0.frozen == "A2" })
    #expect(sheets.map(\.filter) == ["A1:A4", "A1:A4", "A1:A2"])
  }

  @Test("An empty list is a header that can be filtered")
  func empty() throws {
    #expect(try write([Column("a"), Column("b")], [])[0].texts.first == ["a", "b"])
  }

  @Test("A name that no sheet can have is refused in words")
  func badName() throws {
    let workbook = try Workbook(path: folder.file("x.xlsx"), temporaryDirectory: folder.path)
    #expect { try workbook.addSheet("a/b") } throws: { "\($0)".contains("a/b") }
  }
}
