import Audit
import Reports

extension CommandTable {
  static let report = Command(
    "report",
    summary: "Write the report of a run: a page, a spreadsheet, lists and facts.",
    details: """
      Writes report.html (one file, nothing in it runs or is fetched), report.xlsx, summary.csv,
      findings.csv, findings.jsonl, run.json and MANIFEST.sha256, out of the last published run.
      Estimates of money need prices: those that Apple signed, or yours in audit.product_prices.
      """,
    options: [.outputFolder, .ofRun, .pseudonymise],
    examples: [
      "receipt-audit report -d shop --output /srv/reports/latest",
      "receipt-audit report -d shop --run 41 --output run-41 --pseudonymise key.txt",
    ],
    run: writeReport)

  private static func writeReport(_ arguments: Arguments) throws -> ExitStatus {
    guard let folder = arguments.value(.outputFolder) else {
      throw UsageError("--output DIR is missing")
    }
    let disclosure = try DisclosureOptions.load(arguments)
    let runID = try arguments.runID(.ofRun)
    let connection = try DatabaseOptions.connect(arguments)
    let progress = RowProgress()
    defer { progress.finish() }
    try RunReportWriter(connection, runID: runID, disclosure: disclosure)
      .write(to: folder, progress: progress.update)
    if arguments.json {
      try StandardOutput.line(JSONText.object([("output", JSONText.quoted(folder))]))
    }
    return .finished
  }
}
