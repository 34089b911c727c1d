import ReceiptVerification

/// A source row with what was found out about it: what one receipt contributes to the tables.
///
/// A class, since it is handed on several times, and copying hundreds of fields costs as much as
/// writing them.
final class JudgedReceipt: Sendable {
  let row: SourceRow
  let verification: Verification
  let findings: [ReceiptFinding]
  /// Genuine, and of an app of ours: only such receipts enter totals and comparisons.
  let counted: Bool
  /// Whether the device hash fits the row's device; nil where that cannot be told.
  let deviceMatches: Bool?
  /// The purchases that the document and those inside it state.
  let purchases: [Purchase]
  /// The renewal info that the document is, or that stands inside it.
  let renewals: [StatedRenewal]

  init(
    row: SourceRow, verification: Verification, findings: [ReceiptFinding], counted: Bool,
    deviceMatches: Bool?
  ) {
    self.row = row
    self.verification = verification
    self.findings = findings
    self.counted = counted
    self.deviceMatches = deviceMatches
    purchases = verification.statedPurchases
    renewals = verification.statedRenewals
  }

  /// Whether a purchase enters totals: proven by itself, in a row that counts, and of the same app.
  func counts(_ purchase: Purchase) -> Bool {
    counted && purchase.isVerified && purchase.bundleID == verification.document?.bundleID
  }

  var notification: StoreNotification? {
    if case .notification(let notification) = verification.document { notification } else { nil }
  }
}
