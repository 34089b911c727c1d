public import ReceiptVerification

/// A row of `audit.runs`: the run that is under way.
public struct RunRecord: Sendable, Equatable, Codable {
  public var runID: Int64
  /// The time at which subscriptions are judged.
  public var asOf: Instant
  /// All receipts, and not only those without a result.
  public var full: Bool
  /// The rules and anchors that it verifies under.
  var policyID: Int64
  /// Type of the source's key.
  var keyType: SourceView.KeyType
  /// An earlier process began it, and this one goes on.
  public var resumed: Bool
}
