import Audit
import Foundation
import PostgreSQL
import Reports
import XLSX

extension CommandTable {
  /// One command for each list.
  static let exports: [Command] = Export.allCases.map { list in
    Command(
      "export \(list.rawValue)",
      summary: "Write \(list.description).",
      details: """
        The list goes to standard output, out of the last published run. In csv and xlsx a value
        that a spreadsheet would take for a formula gets an apostrophe in front, and control
        characters are shown as escapes; jsonl keeps values as they are. Receipts, device hashes
        and account tokens are in none of them.
        """,
      options: [.exportFormat, .outputFile, .excel, .ofRun, .pseudonymise]
        + Option.criteria(of: list),
      examples: [
        "receipt-audit export \(list.rawValue) -d shop --format csv > \(list.rawValue).csv",
        "receipt-audit export \(list.rawValue) -d shop --since 2026-01-01 --format xlsx > list.xlsx",
      ],
      run: { try write(list, $0) })
  }

  private enum Format: String, CaseIterable { case csv, jsonl, xlsx }

  private static func write(_ list: Export, _ arguments: Arguments) throws -> ExitStatus {
    let format =
      try arguments.choice(.exportFormat, Format.self) ?? (arguments.json ? .jsonl : .csv)
    let listing = list.listing(try filter(arguments, list))
    let disclosure = try DisclosureOptions.load(arguments)
    let runID = try arguments.runID(.ofRun)
    if arguments.has(.excel), format != .csv { throw UsageError("--excel goes with csv only") }
    let file = arguments.value(.outputFile)
    if format == .xlsx, file == nil, StandardOutput.isTerminal {
      throw UsageError("a spreadsheet cannot be shown on a terminal; give --output FILE")
    }
    let connection = try DatabaseOptions.connect(arguments)
    _ = try RunScope.open(runID, on: connection)
    let progress = RowProgress(rowsOnOutput: file == nil)
    defer { progress.finish() }
    let source = ListSource(
      listing: listing, connection: connection, disclosure: disclosure, progress: progress)
    switch format {
    case .csv: try source.writeText(CSVWriter(marksUTF8: arguments.has(.excel)), to: file)
    case .jsonl: try source.writeText(JSONLinesWriter(), to: file)
    case .xlsx: try source.writeWorkbook(sheet: list.rawValue, to: file)
    }
    return .finished
  }

  private static func filter(_ arguments: Arguments, _ list: Export) throws -> ListFilter {
    var filter = ListFilter()
    filter.since = try arguments.instant(.since(list.sinceMeaning)).map(InstantText.format)
    filter.rule = arguments.value(.rule)
    filter.severity = try arguments.choice(.severity, Severity.self)?.rawValue
    filter.app = arguments.value(.app)
    filter.account = arguments.value(.account)
    return filter
  }
}

/// A list on its way to a file or to standard output.
private struct ListSource {
  let listing: Listing
  let connection: Connection
  let disclosure: Disclosure
  let progress: RowProgress

  func writeText(_ writer: some RowWriter, to file: String?) throws {
    if let file {
      try WholeFile.write(to: file) { output in
        try withoutActuallyEscaping(output) { output in try send(TextSink(writer, to: output)) }
      }
    } else {
      let output = BufferedOutput()
      try send(TextSink(writer, to: output.write))
      try output.flush()
    }
  }

  func writeWorkbook(sheet: String, to file: String?) throws {
    if let file {
      try WholeFile.make(at: file) { try makeWorkbook(sheet: sheet, at: $0) }
    } else {
      let name = "\(temporaryDirectory)/receipt-audit-\(UUID().uuidString).xlsx"
      UnfinishedFiles.note(name)
      defer {
        try? FileManager.default.removeItem(atPath: name)
        UnfinishedFiles.forget(name)
      }
      try makeWorkbook(sheet: sheet, at: name, isTemporary: true)
      try StandardOutput.copy(name)
    }
  }

  private func makeWorkbook(sheet: String, at name: String, isTemporary: Bool = false) throws {
    Workbook.silenceLibrary()
    let workbook = try Workbook(
      path: name, temporaryDirectory: temporaryDirectory, isTemporary: isTemporary)
    try send(XLSXSink(workbook, name: sheet))
    try workbook.close()
  }

  private var temporaryDirectory: String { FileManager.default.temporaryDirectory.path }

  private func send(_ sink: some RowSink) throws {
    var sink = sink
    try listing.write(
      from: connection, disclosure: disclosure, into: &sink, progress: progress.update)
  }
}
