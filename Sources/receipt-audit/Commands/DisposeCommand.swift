import Audit
import PostgreSQL
import ReceiptVerification

extension Option {
  static let disposition = Option(
    "as", value: "JUDGEMENT", help: "accepted, false-positive or escalated.")
  static let note = Option("note", value: "TEXT", help: "Why; for those who read it later.")
  static let until = Option(
    "until", value: "TIME", help: "Speak of it again in runs as of this time. Default: never.")
  static let decidedBy = Option(
    "by", value: "NAME", help: "Who decided. Default: the database user.")
}

extension CommandTable {
  static let dispose = Command(
    "dispose",
    summary: "Record what a person decided about a finding.",
    details: """
      A finding that is accepted or a false positive stays silent: it is not counted as open, does
      not end a run with 4, and is left out of lists, until the time that --until gives. One that is
      escalated goes on to be shown. The newest judgement counts; none is ever deleted. From them
      audit.rule_precision tells how often each rule is right.
      """,
    operands: .one("FINDING_ID"), options: [.disposition, .note, .until, .decidedBy],
    examples: [
      "receipt-audit dispose 42 --as false-positive --note testers -d shop",
      "receipt-audit dispose 7 --as accepted --note household --until 2027-06-30 -d shop",
    ],
    run: runDispose)

  private static func runDispose(_ arguments: Arguments) throws -> ExitStatus {
    guard let judgement = try arguments.choice(.disposition, Disposition.Judgement.self) else {
      throw UsageError("--as is missing: accepted, false-positive or escalated", command: "dispose")
    }
    guard let text = arguments.operands.first, let findingID = Int64(text), findingID > 0 else {
      throw UsageError("FINDING_ID is a number such as audit.findings has", command: "dispose")
    }
    let disposition = Disposition(
      findingID: findingID, judgement: judgement, note: arguments.value(.note),
      decidedBy: arguments.value(.decidedBy), until: try arguments.instant(.until))
    let connection = try DatabaseOptions.connect(arguments)
    try disposition.record(on: connection)
    if !arguments.json {
      try StandardOutput.line("finding \(findingID): \(judgement.rawValue)")
    } else {
      try StandardOutput.line(
        "{\"finding_id\": \(findingID), \"disposition\": \"\(judgement.rawValue)\"}")
    }
    return .finished
  }
}
