import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("The spreadsheet of a run, read back by another library")
struct WorkbookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The sheets as they are read back, beside the tables that they must show.
  private func written(_ template: DatabaseTemplate) throws -> (
    sheets: [SpreadsheetReader.Sheet], tables: [(name: String, table: RowTable)]
  ) {
    let store = try ReportStore(template)
    try RunReportWriter(store.connection).write(to: folder.file("out"))
    let overview = try store.overview()
    var findings = RowTable(columns: [])
    try Export.findings.listing().write(from: store.connection, into: &findings)
    let tables =
      [
        ("Summary", FirstScreen(overview: overview).table), ("Run facts", overview.facts.turned),
      ] + overview.sections.map { ($0.spec.title, $0.table) } + [("Findings", findings)]
    return (try SpreadsheetReader.sheets(folder.file("out/report.xlsx")), tables)
  }

  @Test(
    "Every cell of every sheet is what it was written from",
    arguments: [ReportStore.small, ReportStore.hostile])
  func cells(template: DatabaseTemplate) throws {
    let (sheets, tables) = try written(template)
    #expect(sheets.map(\.name) == tables.map(\.name))
    for (sheet, (name, table)) in zip(sheets, tables) {
      #expect(sheet.texts[0] == table.columns.map(\.name), "\(name)")
      #expect(sheet.frozen == "A2", "\(name)")
      #expect(sheet.filter?.hasPrefix("A1:") == true, "\(name)")
      let rows = sheet.rows.dropFirst().filter { !$0.allSatisfy { $0[0] == "-" } }
      #expect(rows.count == table.rows.count, "\(name)")
      for (cells, values) in zip(rows, table.rows) {
        let expected = zip(values, table.columns).map(SpreadsheetReader.cell)
        #expect(cells == expected, "\(name)")
      }
    }
  }

  @Test("A part with a picture on the page has a native chart over the same rows and columns")
  func charts() throws {
    let (sheets, _) = try written(ReportStore.small)
    for spec in SectionSpec.all {
      let sheet = try #require(sheets.first { $0.name == spec.title })
      guard let chart = spec.chart else {
        #expect(sheet.charts.isEmpty, "\(spec.title)")
        continue
      }
      let drawn = try #require(sheet.charts.first, "\(spec.title)")
      #expect(drawn[0] == (chart.shape == .bars ? "barChart bar" : "barChart col"))
      #expect(drawn.count == 1 + chart.series.count, "\(spec.title)")
      let rows = min(sheet.rows.count - 1, chart.shown)
      for (cells, name) in zip(drawn.dropFirst(), chart.series) {
        let column = try #require(sheet.texts[0].firstIndex(of: name))
        let letter = String(UnicodeScalar(UInt8(65 + column)))
        let quoted = spec.title.contains(" ") ? "'\(spec.title)'" : spec.title
        let first = "\(quoted)!$\(letter)$2"
        #expect(cells == (rows == 1 ? first : "\(first):$\(letter)$\(rows + 1)"))
      }
    }
  }
}
