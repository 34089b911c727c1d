import Audit
import Reports

extension CommandTable {
  static let publish = Command(
    "publish",
    summary: "Show readers a run that the guard has held.",
    details: """
      `receipt-audit status` tells which run is held, and why. Until it is published or discarded
      no other run starts.
      """,
    operands: .one("RUN"),
    examples: ["receipt-audit publish 12 -d shop"],
    run: { try decide(.publish, $0) })

  static let discard = Command(
    "discard",
    summary: "Throw away what a held, failed or interrupted run has written.",
    details: "Its receipts are audited again by the next run. What is published stays.",
    operands: .one("RUN"),
    examples: ["receipt-audit discard 12 -d shop"],
    run: { try decide(.discard, $0) })

  private static func decide(_ decision: RunDecision, _ arguments: Arguments) throws -> ExitStatus {
    let word = arguments.operands.first ?? ""
    guard let runID = Int64(word), runID > 0 else {
      throw UsageError("RUN is the number of a run, not \"\(word)\"")
    }
    try decision.carryOut(runID, on: DatabaseOptions.settings(arguments))
    let outcome =
      switch decision {
      case .publish: "published"
      case .discard: "discarded"
      }
    try StandardOutput.line(
      arguments.json
        ? JSONText.object([("run_id", String(runID)), ("outcome", JSONText.quoted(outcome))])
        : "run \(runID) is \(outcome)")
    return .finished
  }
}
