import ReceiptVerification

/// A source row with what was found out about it: what one receipt contributes to the tables.
struct JudgedReceipt: Sendable {
  var row: SourceRow
  var verification: Verification
  var findings: [ReceiptFinding]
  /// Genuine, and of an app of ours: only such receipts enter totals and comparisons.
  var counted: Bool
  /// Whether the device hash fits the row's device; nil where that cannot be told.
  var deviceMatches: Bool?

  /// The purchases that the receipt claims.
  var purchases: [InAppPurchase] { verification.receipt?.purchases ?? [] }
}
