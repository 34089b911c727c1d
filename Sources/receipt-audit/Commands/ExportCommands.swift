import Audit
import PostgreSQL
import Reports

extension CommandTable {
  /// One command for each list.
  static let exports: [Command] = Export.allCases.map { list in
    Command(
      "export \(list.rawValue)",
      summary: "Write \(list.description).",
      details: """
        The list goes to standard output, out of the last published run. In csv a value that a
        spreadsheet would take for a formula gets an apostrophe in front, and control characters
        are shown as escapes; jsonl keeps values as they are.
        """,
      options: [.exportFormat],
      examples: [
        "receipt-audit export \(list.rawValue) -d shop --format csv > \(list.rawValue).csv"
      ],
      run: { try write(list, $0) })
  }

  private enum Format: String, CaseIterable { case csv, jsonl }

  private static func write(_ list: Export, _ arguments: Arguments) throws -> ExitStatus {
    let format =
      try arguments.choice(.exportFormat, Format.self) ?? (arguments.json ? .jsonl : .csv)
    let connection = try DatabaseOptions.connect(arguments)
    var output = BufferedOutput()
    switch format {
    case .csv:
      try list.listing.write(from: connection, as: CSVWriter()) { try output.write($0) }
    case .jsonl:
      try list.listing.write(from: connection, as: JSONLinesWriter()) { try output.write($0) }
    }
    try output.flush()
    return .finished
  }
}
