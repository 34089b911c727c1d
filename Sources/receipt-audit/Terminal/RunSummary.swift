import Audit
import Reports

/// What a run did and found, for people and for programs.
enum RunSummary {
  static func text(_ report: RunReport) -> String {
    guard let run = report.run else {
      let causes = report.planned > 0 ? " (\(causes(report)))" : ""
      let estimate = report.estimatedSeconds.map { "It would take about \(duration($0)).\n" }
      return "A run would verify \(report.planned) receipts in \(report.batches) batches"
        + "\(causes).\n" + (estimate ?? "")
    }
    var lines = [
      "run           \(run.runID) \(report.status.rawValue), as of \(InstantText.format(run.asOf))"
        + (run.resumed ? ", continued" : ""),
      "receipts      \(report.receipts)"
        + (report.receiptsPerSecond > 0 ? " (\(Int(report.receiptsPerSecond)) a second)" : ""),
    ]
    if report.causes.keys.contains(where: { $0 != "new" }) {
      lines.append("planned       \(causes(report))")
    }
    if let reason = report.reason { lines.append("policy        \(TerminalText.escape(reason))") }
    if let message = report.message {
      lines.append(Style.bad.apply("held          ") + TerminalText.escape(message))
      lines.append("              readers see no change; `receipt-audit publish \(run.runID)` or")
      lines.append("              `receipt-audit discard \(run.runID)` decides")
    }
    for (verdict, count) in report.verdicts.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(padded(verdict, 12))\(style(verdict).apply(String(count)))")
    }
    let width = (report.findings.map(\.rule.count).max() ?? 0) + 2
    lines.append("findings      \(report.findings.reduce(0) { $0 + $1.open }) open")
    for finding in report.findings.sorted(by: { ($1.severity, $0.rule) < ($0.severity, $1.rule) }) {
      let severity = padded(finding.severity.rawValue, 10)
      lines.append(
        "  \(padded(finding.rule, width))\(finding.severity == .critical ? Style.bad.apply(severity) : severity)"
          + "\(finding.open) open, \(finding.new) new")
    }
    if !report.phases.isEmpty { lines += ["", PhaseTable.text(report.phases)] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Names and numbers, one a line.
  static func csv(_ report: RunReport) -> String {
    var writer = CSVWriter()
    var text = writer.header([Column("measure"), Column("name"), Column("value", .number)])
    func add(_ measure: String, _ name: String?, _ value: String) {
      text += writer.row([measure, name, value])
    }
    if let run = report.run { add("run_id", nil, String(run.runID)) }
    add("receipts", nil, String(report.receipts))
    for (verdict, count) in report.verdicts.sorted(by: { $0.key < $1.key }) {
      add("verdict", verdict, String(count))
    }
    for finding in report.findings {
      let name = "\(finding.rule), \(finding.severity.rawValue)"
      add("findings open", name, String(finding.open))
      add("findings new", name, String(finding.new))
    }
    for phase in report.phases { add("seconds", phase.name, milli(phase.seconds)) }
    return text
  }

  /// In the order in which they matter: `10 new, 2 changed`.
  private static func causes(_ report: RunReport) -> String {
    let order = ["new", "late", "changed", "policy", "full"]
    return order.compactMap { cause in report.causes[cause].map { "\($0) \(cause)" } }
      .joined(separator: ", ")
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<90: "\(Int(seconds.rounded(.up))) s"
    case ..<5400: "\(Int((seconds / 60).rounded(.up))) min"
    default: "\(Int((seconds / 3600).rounded(.up))) h"
    }
  }

  static func json(_ report: RunReport) -> String {
    JSONText.object([
      ("run_id", JSONText.number(report.run?.runID)),
      ("status", JSONText.quoted(report.status.rawValue)),
      ("as_of", JSONText.quoted(report.run.map { InstantText.format($0.asOf) })),
      ("mode", JSONText.quoted(report.run.map { $0.full ? "full" : "incremental" })),
      ("continued", JSONText.boolean(report.run?.resumed)),
      ("planned", JSONText.number(report.planned)),
      (
        "causes", JSONText.object(report.causes.sorted { $0.key < $1.key }.map { ($0, String($1)) })
      ),
      ("policy_change", JSONText.quoted(report.reason)),
      ("held_because", JSONText.quoted(report.message)),
      ("estimated_seconds", report.estimatedSeconds.map(milli) ?? "null"),
      ("receipts", JSONText.number(report.receipts)),
      ("batches", JSONText.number(report.batches)),
      (
        "verdicts",
        JSONText.object(report.verdicts.sorted { $0.key < $1.key }.map { ($0, String($1)) })
      ),
      ("findings", JSONText.array(report.findings.map(finding))),
      ("seconds", JSONText.object(report.phases.map { ($0.name, milli($0.seconds)) })),
      ("receipts_per_second", milli(report.receiptsPerSecond)),
    ]) + "\n"
  }

  private static func finding(_ count: RunReport.RuleCount) -> String {
    JSONText.object([
      ("rule", JSONText.quoted(count.rule)),
      ("severity", JSONText.quoted(count.severity.rawValue)),
      ("new", String(count.new)), ("open", String(count.open)),
    ])
  }

  /// Three digits behind the point.
  private static func milli(_ number: Double) -> String {
    String((number * 1000).rounded() / 1000)
  }

  private static func style(_ verdict: String) -> Style {
    switch verdict {
    case "genuine": .good
    case "forged": .bad
    default: .strong
    }
  }
}
