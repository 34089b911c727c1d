import Audit
import Reports

extension CommandTable {
  static let quarantineList = Command(
    "quarantine list",
    summary: "List the receipts that were set aside.",
    details: """
      Those that crashed or held up a worker process, with signal and stage, and those larger than
      --max-receipt-size.
      """,
    examples: ["receipt-audit quarantine list -d shop"],
    run: listQuarantine)

  static let quarantineRetry = Command(
    "quarantine retry",
    summary: "Let receipts that were set aside be audited again by the next run.",
    details: "Without RECEIPT_ID: all of them.",
    operands: .any("RECEIPT_ID"),
    examples: [
      "receipt-audit quarantine retry -d shop", "receipt-audit quarantine retry 4711 -d shop",
    ],
    run: retryQuarantine)

  private static func listQuarantine(_ arguments: Arguments) throws -> ExitStatus {
    let connection = try DatabaseOptions.connect(arguments)
    try Table(Report.quarantine.listing, connection).write(json: arguments.json)
    return .finished
  }

  private static func retryQuarantine(_ arguments: Arguments) throws -> ExitStatus {
    let connection = try DatabaseOptions.connect(arguments)
    let asked = arguments.operands
    let freed = try Quarantine.retry(asked.isEmpty ? nil : asked, connection)
    for receiptID in freed {
      try StandardOutput.line(
        arguments.json
          ? JSONText.object([("receipt_id", JSONText.quoted(receiptID))])
          : TerminalText.escape(receiptID))
    }
    let unknown = Set(asked).subtracting(freed)
    guard unknown.isEmpty else {
      throw CommandFailure(
        "not set aside: \(unknown.sorted().joined(separator: ", "))", status: .configuration)
    }
    return .finished
  }
}
