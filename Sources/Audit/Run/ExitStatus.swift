/// What the process tells its caller when it ends.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Finished; fraud found is the product, not a failure.
  case finished = 0
  case failed = 1
  /// Usage, configuration, schema drift, missing privilege.
  case configuration = 2
  /// Finished, with receipts set aside.
  case quarantined = 3
  /// Finished, with findings at or above the asked severity.
  case findings = 4
  /// Another run holds the lock.
  case locked = 5
  /// The database is out of reach.
  case unreachable = 6
  /// Stopped at the longest run time; the next start continues.
  case outOfTime = 7
  /// Nothing that readers see has changed: a guard tripped, or a held run waits for a decision.
  case held = 8
  /// SIGINT; the next start continues.
  case interrupted = 130
  /// SIGTERM; the next start continues.
  case terminated = 143
}

extension ExitStatus {
  /// The run was asked to end, and nothing failed.
  var isInterruption: Bool {
    switch self {
    case .interrupted, .terminated, .outOfTime: true
    default: false
    }
  }
}
