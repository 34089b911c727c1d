/// How far a run is.
public struct AuditProgress: Sendable, Equatable {
  /// Receipts whose results are committed.
  public var done: Int64
  /// Receipts in the plan.
  public var total: Int64

  public init(done: Int64, total: Int64) {
    self.done = done
    self.total = total
  }
}
