import Audit
import Reports

extension CommandTable {
  static let runs = Command(
    "runs", summary: "List the runs, newest first.",
    examples: ["receipt-audit runs -d shop"],
    run: { try show(.runs, $0) })

  static let status = Command(
    "status", summary: "Show the newest run, how far it is, and the run that readers see.",
    examples: ["receipt-audit status -d shop --json"],
    run: { try show(.status, $0) })

  static let rules = Command(
    "rules",
    summary: "List the rules with severity, version, evidence and usual false alarms.",
    examples: ["receipt-audit rules -d shop"],
    run: { try show(.rules, $0) })

  private static func show(_ report: Report, _ arguments: Arguments) throws -> ExitStatus {
    let connection = try DatabaseOptions.connect(arguments)
    try Table(report.listing, connection).write(json: arguments.json)
    return .finished
  }
}
