import Foundation
public import PostgreSQL
import XLSX

/// Writes the report of a run: a page, a spreadsheet, lists and facts, in a directory of its own.
public struct RunReportWriter {
  private let connection: Connection
  private let scope: RunScope
  private let disclosure: Disclosure

  /// - Parameter runID: nil for the last published run.
  public init(
    _ connection: Connection, runID: Int64? = nil, disclosure: Disclosure = Disclosure()
  ) throws {
    self.connection = connection
    self.disclosure = disclosure
    scope = try RunScope.open(runID, on: connection)
  }

  /// Writes the whole directory, which appears when all of it is there.
  ///
  /// - Parameter progress: told the number of findings written so far, in each of the files.
  public func write(to path: String, progress: (Int) -> Void = { _ in }) throws {
    let folder = try ReportFolder(path)
    try connection.transaction(.readOnlySnapshot) {
      try Listing.prepareSession(connection)
      let overview = try Overview.read(scope, connection, disclosure)
      try folder.add("report.html") { try $0(OverviewPage(overview: overview).html) }
      try folder.add("run.json") { try $0(RunJSON(overview: overview).text) }
      try folder.add("summary.csv") { try summary(overview, $0) }
      try folder.add("findings.csv") { try findings(CSVWriter(), $0, progress) }
      try folder.add("findings.jsonl") { try findings(JSONLinesWriter(), $0, progress) }
      try folder.addMade("report.xlsx") { try workbook(overview, $0, progress) }
    }
    try folder.finish()
  }

  private var allFindings: Listing { Export.findings.listing() }

  private func findings(
    _ writer: some RowWriter, _ output: (String) throws -> Void, _ progress: (Int) -> Void
  ) throws {
    try withoutActuallyEscaping(output) { output in
      var sink = TextSink(writer, to: output)
      try allFindings.stream(
        from: connection, disclosure: disclosure, into: &sink, progress: progress)
    }
  }

  /// Totals, money and rules in one list of names and numbers.
  private func summary(_ overview: Overview, _ output: (String) throws -> Void) throws {
    var writer = CSVWriter()
    let changes = overview.section("changes")?.table ?? RowTable(columns: [])
    try output(
      writer.header([
        Column("run_id", .identifier), Column("measure"), Column("now", .number),
        Column("before", .number), Column("change", .number),
      ]))
    for row in changes.rows {
      try output(writer.row([String(overview.scope.runID)] + row))
    }
    for (currency, amount) in overview.moneyAtRisk {
      try output(
        writer.row([
          String(overview.scope.runID), "money at risk (estimate), \(currency)",
          amount.replacing(",", with: ""), nil, nil,
        ]))
    }
    guard let rules = overview.section("rules")?.table else { return }
    for row in rules.rows.indices {
      let name = "\(rules.value(row, "rule") ?? ""), \(rules.value(row, "severity") ?? "")"
      let open = (rules.number(row, "new") ?? 0) + (rules.number(row, "still_open") ?? 0)
      try output(
        writer.row([String(overview.scope.runID), "open: \(name)", String(open), nil, nil]))
    }
  }

  private func workbook(_ overview: Overview, _ path: String, _ progress: (Int) -> Void) throws {
    let workbook = try Workbook(
      path: path, temporaryDirectory: FileManager.default.temporaryDirectory.path)
    var summary = XLSXSink(workbook, name: "Summary")
    try summary.write(FirstScreen(overview: overview).table)
    var facts = XLSXSink(workbook, name: "Run facts")
    try facts.write(overview.facts.turned)
    for section in overview.sections {
      var sink = XLSXSink(workbook, name: section.spec.title)
      try sink.write(section.table)
      if let chart = section.spec.chart { try sink.addChart(chart, section) }
    }
    var sink = XLSXSink(workbook, name: "Findings")
    try allFindings.stream(
      from: connection, disclosure: disclosure, into: &sink, progress: progress)
    try workbook.close()
  }
}

extension RunFacts {
  /// Names and values below one another.
  var turned: RowTable {
    var turned = RowTable(columns: [Column("fact"), Column("value")])
    turned.rows = table.columns.map { column in
      [column.name, table.rows.isEmpty ? nil : table.value(0, column.name)]
    }
    return turned
  }
}

extension XLSXSink {
  /// Writes a whole table.
  mutating func write(_ table: RowTable) throws {
    try begin(table.columns)
    for values in table.rows { try row(values) }
    try end()
  }

  /// Draws the chart of a section over its first sheet.
  func addChart(_ chart: ChartSpec, _ section: ReportSection) throws {
    guard !section.table.rows.isEmpty else { return }
    try addChart(
      SheetChart(
        title: section.spec.title, isHorizontal: chart.shape == .bars,
        categories: section.table.index(chart.category),
        series: chart.series.enumerated().map { place, name in
          SheetChart.Series(
            column: section.table.index(name), colour: SeriesColour.value(name, at: place))
        }, rows: min(section.table.rows.count, chart.shown),
        besideColumn: section.table.columns.count))
  }
}
