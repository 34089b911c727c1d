import Audit
import Reports

extension CommandTable {
  static let check = Command(
    "check",
    summary: "Look at everything that a run needs, and say what is wrong with it.",
    details: """
      Looks at the connection, the schema, the privileges, the view audit.source with its columns
      and types, the clock and the trust anchors. Writes nothing. Ends with 2 when something must
      be put right first, with 6 when there is no connection.
      """,
    options: [.trustAnchor, .intermediate],
    examples: ["receipt-audit check -d shop"],
    run: checkSetup)

  private static func checkSetup(_ arguments: Arguments) throws -> ExitStatus {
    let checker = SetupChecker(
      settings: DatabaseOptions.settings(arguments), anchors: try TrustAnchorFiles.load(arguments))
    let checks = checker.run()
    for check in checks {
      try StandardOutput.line(arguments.json ? json(check) : text(check))
    }
    let failed = checks.filter { $0.outcome == .failed }
    if failed.contains(where: { $0.name == "connection" }) { return .unreachable }
    return failed.isEmpty ? .finished : .configuration
  }

  private static func text(_ check: SetupCheck) -> String {
    let style: Style =
      switch check.outcome {
      case .ok: .good
      case .failed: .bad
      case .notice, .skipped: .warning
      }
    let outcome = style.apply(padded(check.outcome.rawValue, 8))
    let remedy = check.remedy.map { "\n" + padded("", 24) + TerminalText.escape($0) } ?? ""
    return outcome + padded(check.name, 16) + TerminalText.escape(check.detail) + remedy
  }

  private static func json(_ check: SetupCheck) -> String {
    JSONText.object([
      ("check", JSONText.quoted(check.name)), ("outcome", JSONText.quoted(check.outcome.rawValue)),
      ("detail", JSONText.quoted(check.detail)), ("remedy", JSONText.quoted(check.remedy)),
    ])
  }
}
