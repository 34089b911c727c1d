public import PostgreSQL

/// Metrics of the audit in Prometheus' text format, for the textfile collector of the node exporter
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
public struct RunMetrics {
  private let phases: [(name: String, seconds: Double)]
  private let build: [(name: String, value: String)]

  /// - Parameters:
  ///   - phases: of the run that has just ended; empty after a failure.
  ///   - build: what the program is made of.
  public init(phases: [(name: String, seconds: Double)], build: [(name: String, value: String)]) {
    self.phases = phases
    self.build = build
  }

  /// The whole file. What is not known yet, such as the last success before the first run, is not in
  /// it.
  public func text(from connection: Connection) throws -> String {
    var text = MetricsText()
    text.add("build_info", "What the program is made of.", [(build, "1")])
    text.add(
      "phase_duration_seconds", "Seconds that each part of the last run took.",
      phases.map { ([("phase", $0.name)], String($0.seconds)) })
    try addState(to: &text, connection)
    if let scope = try? RunScope.open(nil, on: connection) {
      try addTotals(scope, to: &text, connection)
    }
    // A view that is missing, or may not be read, is no reason to say nothing of the rest.
    if let backlog = try? Listing(SQLFile.query("report/backlog")).rows(from: connection) {
      text.add(
        "backlog_receipts", "Stored receipts without a result.",
        [([], backlog.value(0, "receipts") ?? "0")])
    }
    return text.text
  }

  private func addState(to text: inout MetricsText, _ connection: Connection) throws {
    let state = try Listing(SQLFile.query("report/metrics_state")).rows(from: connection)
    func gauge(_ column: String, _ help: String) {
      guard let value = state.value(0, column) else { return }
      text.add(column, help, [([], value)])
    }
    gauge("last_success_timestamp_seconds", "When the last published run ended.")
    gauge("last_run_timestamp_seconds", "When the newest run began, whatever became of it.")
    gauge("run_held", "1 while the newest run is held.")
    gauge("last_run_failed", "1 while the newest run has failed or was interrupted.")
  }

  private func addTotals(
    _ scope: RunScope, to text: inout MetricsText, _ connection: Connection
  ) throws {
    let changes = try scope.listing("report/changes").rows(from: connection)
    func total(_ measure: String) -> String {
      changes.rows.first { $0.first == measure }?[1] ?? "0"
    }
    let verdicts = [
      "genuine", "forged", "untrusted", "test", "corrupt", "unsupported", "empty", "quarantined",
    ]
    text.add(
      "receipts", "Stored receipts by verdict, after the last published run.",
      verdicts.map { ([("verdict", $0)], total($0)) })
    text.add(
      "quarantined_receipts", "Receipts set aside unread.", [([], total("quarantined"))])
    let rules = try scope.listing("report/rule_counts").rows(from: connection)
    func counts(_ value: (Int) -> Int64) -> [MetricsText.Sample] {
      rules.rows.indices.map { row in
        (
          [
            ("rule", rules.value(row, "rule") ?? ""),
            ("severity", rules.value(row, "severity") ?? ""),
          ], String(value(row))
        )
      }
    }
    text.add(
      "findings_open", "Open findings, after the last published run.",
      counts { (rules.number($0, "new") ?? 0) + (rules.number($0, "still_open") ?? 0) })
    text.add(
      "findings_new", "Findings that the last published run was the first to find.",
      counts { rules.number($0, "new") ?? 0 })
  }
}

/// The text format: a help line and a type line before the samples of each metric.
struct MetricsText {
  typealias Sample = (labels: [(name: String, value: String)], value: String)

  private(set) var text = ""

  /// Adds a gauge, or nothing where there is no sample.
  mutating func add(_ name: String, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    let name = "receipt_audit_" + name
    text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }
      text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
      text += " \(sample.value)\n"
    }
  }

  static func escaped(_ text: String) -> String {
    TerminalText.escape(
      text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))
  }
}
