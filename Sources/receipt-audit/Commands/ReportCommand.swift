import Audit
import Reports
import XLSX

extension CommandTable {
  static let report = Command(
    "report",
    summary: "Write the report of a run, or of one account.",
    details: """
      Writes report.html (one file, nothing in it runs or is fetched), report.xlsx, summary.csv,
      findings.csv, findings.jsonl, run.json and MANIFEST.sha256, out of the last published run.
      Estimates of money need prices: those that Apple signed, or yours in audit.product_prices.
      With --account the report is of that account: its receipts as they are stored, with what it
      takes to check each with OpenSSL alone. That one holds personal data.
      """,
    options: [
      .outputFolder, .ofRun, .pseudonymise, .account, .trustAnchor, .source,
    ],
    examples: [
      "receipt-audit report -d shop --output /srv/reports/latest",
      "receipt-audit report -d shop --run 41 --output run-41 --pseudonymise key.txt",
      "receipt-audit report -d shop --account 20817 --output case-20817",
    ],
    run: writeReport)

  private static func writeReport(_ arguments: Arguments) throws -> ExitStatus {
    guard let folder = arguments.value(.outputFolder) else {
      throw UsageError("--output DIR is missing")
    }
    if let account = arguments.value(.account) {
      guard !arguments.has(.ofRun), !arguments.has(.pseudonymise) else {
        throw UsageError("--run and --pseudonymise do not go with --account")
      }
      try CaseBundle(CaseReader(arguments).read(.account(account))).write(to: folder)
    } else {
      try writeRun(arguments, to: folder)
    }
    if arguments.json {
      try StandardOutput.line(JSONText.object([("output", JSONText.quoted(folder))]))
    }
    return .finished
  }

  private static func writeRun(_ arguments: Arguments, to folder: String) throws {
    let disclosure = try DisclosureOptions.load(arguments)
    let runID = try arguments.runID(.ofRun)
    let connection = try DatabaseOptions.connect(arguments)
    Workbook.silenceLibrary()
    let progress = RowProgress(rowsOnOutput: false)
    defer { progress.finish() }
    try RunReportWriter(connection, runID: runID, disclosure: disclosure)
      .write(to: folder, progress: progress.update)
  }
}
