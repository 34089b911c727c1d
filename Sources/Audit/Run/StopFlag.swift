import Foundation

/// Asks a run to end early, from any thread; the first cause stays.
///
/// A run looks at it between receipts and batches: what is committed stays, and the next start goes
/// on from there.
public final class StopFlag: @unchecked Sendable {
  /// Why a run ends early.
  public enum Cause: Sendable, Equatable {
    /// SIGINT, or the same by other means.
    case interrupted
    /// SIGTERM.
    case terminated
    /// The longest run time is over.
    case outOfTime
    /// A lane failed, and the others are to end.
    case failure
  }

  // Sendable: `stored` is only touched under `lock`, the rest is immutable.
  private let lock = NSLock()
  private let outer: StopFlag?
  private var stored: Cause?

  public init() {
    outer = nil
  }

  /// A flag that is also up while another is: a run's own, below its caller's.
  init(below outer: StopFlag) {
    self.outer = outer
  }

  /// nil while nothing asks for an end.
  public var cause: Cause? { lock.withLock { stored } ?? outer?.cause }

  /// Asks for the end; a later cause does not replace an earlier one.
  public func raise(_ cause: Cause) {
    lock.withLock { if stored == nil { stored = cause } }
  }

  /// Throws where an end is asked for.
  func check() throws(AuditError) {
    if let cause { throw Self.error(for: cause) }
  }

  static func error(for cause: Cause) -> AuditError {
    let resumable = "what is done is saved, and the next run continues from there"
    return switch cause {
    case .interrupted: AuditError(.interrupted, "interrupted", remedy: resumable)
    case .terminated: AuditError(.terminated, "terminated", remedy: resumable)
    case .outOfTime: AuditError(.outOfTime, "stopped at the longest run time", remedy: resumable)
    case .failure: AuditError(.failed, "stopped because another lane failed", remedy: resumable)
    }
  }
}
