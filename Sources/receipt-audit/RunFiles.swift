import Audit
import OpenSSL
import PostgreSQL
import Reports

/// The files that a run leaves for others, each whole or not there.
enum RunFiles {
  /// Writes all of them, each whatever becomes of the others: the run is over. What fails is told.
  ///
  /// - Returns: what the first failure ends the process with.
  static func write(_ report: RunReport, _ arguments: Arguments) -> ExitStatus? {
    var status: ExitStatus?
    for write in [
      { try writeSummary(report, arguments) },
      { try writeMetrics(arguments, phases: report.phases) },
    ] {
      do { try write() } catch {
        Diagnostics.line(Failure.text(error))
        status = status ?? Failure.status(error)
      }
    }
    return status
  }

  /// The summary, in the form that the file's name ends in.
  private static func writeSummary(_ report: RunReport, _ arguments: Arguments) throws {
    guard let file = arguments.value(.summary) else { return }
    let text =
      switch file.split(separator: ".").last {
      case "txt": RunSummary.text(report)
      case "csv": RunSummary.csv(report)
      default: RunSummary.json(report)
      }
    try WholeFile.write(to: file) { try $0(text) }
  }

  /// The metrics, read back from the database: they tell of the last success also after a failure.
  static func writeMetrics(_ arguments: Arguments, phases: [RunReport.Phase]) throws {
    guard let file = arguments.value(.metrics) else { return }
    let connection = try DatabaseOptions.connect(arguments)
    let metrics = RunMetrics(
      phases: phases.map { ($0.name, $0.seconds) },
      build: [
        ("version", ToolVersion.tool), ("rule_set", ToolVersion.ruleSet),
        ("openssl", OpenSSL.runtimeVersion), ("libpq", PostgreSQL.clientVersion),
      ])
    let text = try metrics.text(from: connection)
    try WholeFile.write(to: file) { try $0(text) }
  }
}

extension RunReport {
  /// Notes how many octets were verified, where the source can still be asked.
  mutating func noteOctets(_ arguments: Arguments) {
    guard let run, let phase = phases.firstIndex(where: { $0.name == "verify" }) else { return }
    let settings =
      arguments.value(.source).map { ConnectionSettings($0) }
      ?? DatabaseOptions.settings(arguments)
    phases[phase].octets = try? RunOctets.count(run.runID, in: Connection(settings))
  }
}
