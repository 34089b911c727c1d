/// What a run did and found.
public struct RunReport: Sendable {
  /// How a run ended.
  public enum Status: String, Sendable {
    case published
    /// The guard tripped: readers see nothing of it, and a person decides.
    case held
    /// Nothing was written: only planned.
    case planned
  }

  /// Findings of one rule and severity.
  public struct RuleCount: Sendable, Equatable {
    public var rule: String
    public var severity: Severity
    /// First found by this run.
    public var new: Int64
    /// All that are open after it.
    public var open: Int64
  }

  /// Wall-clock seconds of one part of the run.
  public struct Phase: Sendable, Equatable {
    public var name: String
    public var seconds: Double
    /// Receipts that it worked off, and octets of them; nil where it does not go by receipts.
    public var rows: Int64?
    public var octets: Int64?
  }

  /// nil where nothing was written.
  public var run: RunRecord?
  public var status: Status
  /// Receipts planned, and with a result of this run.
  public var planned: Int64
  /// Planned receipts by cause: `new`, `late`, `changed`, `policy`, `full`.
  public var causes: [String: Int64] = [:]
  public var receipts: Int64
  public var batches: Int64
  /// Receipts of this run by verdict; verdicts that did not occur are missing.
  public var verdicts: [String: Int64]
  public var findings: [RuleCount]
  public var phases: [Phase]
  /// Receipts that this process audited in the verify phase, for each second of it.
  public var receiptsPerSecond: Double
  /// Why the run is held; nil where it is not.
  public var message: String?
  /// What changed about rules or anchors, where receipts were audited again for it.
  public var reason: String?
  /// How long a run of what is planned would take, by the rate of past ones; nil where there are none.
  public var estimatedSeconds: Double?

  /// Open findings of a severity.
  public func open(_ severity: Severity) -> Int64 {
    findings.filter { $0.severity == severity }.reduce(0) { $0 + $1.open }
  }

  /// What the process is to exit with.
  public func exitStatus(failOn: Severity?) -> ExitStatus {
    if status == .held { return .held }
    if let failOn, findings.contains(where: { $0.severity >= failOn && $0.open > 0 }) {
      return .findings
    }
    return verdicts["quarantined", default: 0] > 0 ? .quarantined : .finished
  }
}
