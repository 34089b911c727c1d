import Audit

extension ExitStatus {
  /// What the help says about it.
  var meaning: String {
    switch self {
    case .finished: "finished; fraud found is the product, not a failure"
    case .failed: "failed"
    case .configuration: "usage, configuration, schema drift or missing privilege"
    case .quarantined: "finished, some receipts quarantined"
    case .findings: "finished, findings at or above --fail-on"
    case .locked: "another run holds the lock"
    case .unreachable: "database out of reach"
    case .outOfTime: "out of time; the next run goes on from there"
    case .held: "held: the self-test failed or the guard tripped; readers see no change"
    case .interrupted: "interrupted (SIGINT); the next run goes on from there"
    case .terminated: "terminated (SIGTERM); the next run goes on from there"
    }
  }
}
