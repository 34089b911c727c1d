/// Fakes that have been passed round for so long that they are known by name.
///
/// Each was checked against what several developers published of their own traffic. Tools that answer
/// StoreKit on the device make up transaction ids; a relay of 2012 replays somebody's purchase.
enum KnownForgeries {
  /// A purchase that stands in for others', by what is the same in all copies.
  struct CannedPurchase: Sendable {
    /// What it goes by.
    let name: String
    let transactionID: Int64
    let productID: String
  }

  /// The purchase that the relay in-appstore.com replayed from July 2012 on, and many tools since.
  static let cannedPurchases = [
    CannedPurchase(
      name: "in-appstore", transactionID: 170_000_029_449_420,
      productID: "com.zeptolab.ctrbonus.superpower1")
  ]

  /// How tools that make up transaction ids begin them.
  static let inventedPrefixes: [(prefix: String, name: String)] = [("com.urus.iap.", "urus")]

  /// The canned purchase that a transaction id belongs to, whoever signed the receipt: the id was
  /// given out once, to one person.
  static func canned(_ id: Int64) -> CannedPurchase? {
    cannedPurchases.first { $0.transactionID == id }
  }

  /// Notes what is known of the purchases of a receipt that nobody trusted signed. A transaction id
  /// that is no number comes from a tool, whichever it was: no store ever gave one out.
  static func run(_ purchases: [InAppPurchase], _ log: inout ObservationLog) {
    for (position, purchase) in purchases.enumerated() {
      let ids = [purchase.transactionID, purchase.originalTransactionID].compactMap { $0 }
      if let tool = inventedPrefixes.first(where: { tool in
        ids.contains { $0.hasPrefix(tool.prefix) }
      }) {
        note("invented-transaction-id", tool.name, purchase, position, &log)
      } else if ids.contains(where: { TransactionNumber($0)?.isDecimal == false }) {
        note("transaction-id-not-decimal", nil, purchase, position, &log)
      }
      if let canned = cannedPurchases.first(where: { $0.productID == purchase.productID }) {
        note("canned-product", canned.name, purchase, position, &log)
      }
      noteCanned(purchase, position, &log)
    }
  }

  /// Notes a purchase that is a canned one, by its ids.
  static func noteCanned(
    _ purchase: borrowing InAppPurchase, _ position: Int, _ log: inout ObservationLog
  ) {
    let numbers = [purchase.transactionID, purchase.originalTransactionID].compactMap {
      TransactionNumber($0)?.value
    }
    guard let canned = numbers.lazy.compactMap(canned).first else { return }
    note("canned-transaction", canned.name, purchase, position, &log)
  }

  private static func note(
    _ check: String, _ name: String?, _ purchase: borrowing InAppPurchase, _ position: Int,
    _ log: inout ObservationLog
  ) {
    var evidence = ["purchase": String(position)]
    evidence["known_as"] = name
    evidence["transaction_id"] = purchase.transactionID
    evidence["original_transaction_id"] = purchase.originalTransactionID
    evidence["product_id"] = purchase.productID
    log.note(.knownForgery, check, evidence)
  }
}
