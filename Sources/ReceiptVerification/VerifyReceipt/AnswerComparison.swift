/// Holds the rows of unsigned JSON against the purchases that receipts beside them prove.
///
/// Edited answers carry somebody's genuine receipt beside rows of their own. A row that the receipt
/// does not know is unproven; one that says something else than the receipt contradicts it. The
/// original purchase date is not compared: the store restates it.
struct AnswerComparison {
  private let proven: [String: InAppPurchase]
  /// The JSON was made after the receipt: it may know of a longer period.
  private let isNewer: Bool

  /// No period is sold for longer than a year; offers and extensions add months.
  private static let longestPeriod: Int64 = 2 * 366 * 24 * 3600 * 1_000_000
  /// An answer is made in the minute in which its latest receipt is signed.
  private static let answerTime: Int64 = 60 * 1_000_000

  init(_ purchases: [Purchase], signed: Instant?, answered: Instant?) {
    var proven: [String: InAppPurchase] = [:]
    for purchase in purchases where purchase.isVerified {
      guard let id = purchase.item.transactionID, proven[id] == nil else { continue }
      proven[id] = purchase.item
    }
    self.proven = proven
    if let signed, let answered {
      isNewer =
        answered.microsecondsSince1970 > signed.microsecondsSince1970 + Self.answerTime
    } else {
      isNewer = false
    }
  }

  /// Whether a receipt proves the row's transaction; what the two disagree in is noted.
  func proves(_ row: InAppPurchase, of field: String, _ log: inout ObservationLog) -> Bool {
    guard let id = row.transactionID, let signed = proven[id] else { return false }
    var differences: [String: String] = [:]
    compare(
      "original_transaction_id", row.originalTransactionID, signed.originalTransactionID,
      &differences)
    compare("product_id", row.productID, signed.productID, &differences)
    compare(
      "web_order_line_item_id", Self.lineItem(row).map(String.init),
      Self.lineItem(signed).map(String.init), &differences)
    compareExpiry(row, signed, &differences)
    if !differences.isEmpty {
      log.note(
        .implausibleContent, "unsigned-row-contradicts",
        differences.merging(["field": field, "transaction_id": id]) { own, _ in own })
    }
    return true
  }

  private static func lineItem(_ purchase: InAppPurchase) -> Int64? {
    purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : $0 }
  }

  /// What one of the two does not say contradicts nothing.
  private func compare(
    _ name: String, _ claimed: String?, _ signed: String?, _ differences: inout [String: String]
  ) {
    guard let claimed, let signed, !claimed.utf8.elementsEqual(signed.utf8) else { return }
    differences["claimed_\(name)"] = claimed
    differences["signed_\(name)"] = signed
  }

  /// To the second: the signed date has no more. A newer answer may tell of an extended period.
  private func compareExpiry(
    _ row: InAppPurchase, _ signed: InAppPurchase, _ differences: inout [String: String]
  ) {
    guard let claimed = row.expiresDate else { return }
    let known = signed.expiresDate
    let seconds = { (date: Instant) in date.microsecondsSince1970 / 1_000_000 }
    if let known, seconds(claimed) == seconds(known) { return }
    if let known, isNewer, claimed > known, let bought = signed.purchaseDate,
      claimed.microsecondsSince1970 - bought.microsecondsSince1970 <= Self.longestPeriod
    {
      return
    }
    differences["claimed_expires_date"] = claimed.text
    differences["signed_expires_date"] = known?.text ?? "none"
  }
}
