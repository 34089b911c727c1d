import ReceiptVerification

/// A purchase as one row states it.
struct Sighting {
  let receiptID: Int64
  let accountID: String?
  let environment: String
  let app: StoreApp
  let bundleID: String
  /// When it was stated, in seconds since 1970.
  let at: Int64
  let purchase: PurchaseDraft

  var original: String { purchase.originalTransactionID ?? purchase.transactionID }
  var boughtAt: Int64 { purchase.purchaseDate.flatMap(ReceiptDate.seconds) ?? 0 }
  var endsAt: Int64? { purchase.expiresDate.flatMap(ReceiptDate.seconds) }
  var cancelledAt: Int64? { purchase.cancellationDate.flatMap(ReceiptDate.seconds) }

  /// What stays the same when the store gives the purchase another transaction id.
  var identity: String {
    if purchase.webOrderLineItemID != 0 { return "\(bundleID) \(purchase.webOrderLineItemID)" }
    let id = purchase.productType == .nonConsumable ? original : purchase.transactionID
    return "\(bundleID) \(purchase.productID) \(id)"
  }

  /// The newer statement first; of one moment's, that of the first account.
  static func isNewer(_ one: Sighting, _ other: Sighting) -> Bool {
    guard one.at == other.at else { return one.at > other.at }
    guard one.accountID == other.accountID else {
      // A known account comes before nobody.
      return (one.accountID ?? "~") < (other.accountID ?? "~")
    }
    return String(one.receiptID) < String(other.receiptID)
  }
}

extension Sequence<Sighting> {
  /// Groups by a key, in the order of the keys.
  func grouped(_ key: (Sighting) -> String) -> [[Sighting]] {
    Dictionary(grouping: self, by: key).sorted { $0.key < $1.key }.map(\.value)
  }

  var accounts: Set<String> { Set(compactMap(\.accountID)) }

  /// The newest receipt among them; of one moment's, the first key of a known account's.
  var newestReceipt: Int64? {
    self.max {
      if $0.at != $1.at { return $0.at < $1.at }
      if ($0.accountID == nil) != ($1.accountID == nil) { return $0.accountID == nil }
      return String($0.receiptID) > String($1.receiptID)
    }?.receiptID
  }
}
