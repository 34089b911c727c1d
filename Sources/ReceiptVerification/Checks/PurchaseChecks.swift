/// Checks of each purchase, and of purchases against one another.
struct PurchaseChecks {
  private let receipt: AppReceipt

  init(_ receipt: AppReceipt) { self.receipt = receipt }

  /// A renewal is charged up to a day before it begins.
  private static let renewalLead: Int64 = 24 * 3600 * 1_000_000
  /// No period is sold for longer than a year; offers and extensions add months.
  private static let longestPeriod: Int64 = 2 * 366 * 24 * 3600 * 1_000_000
  /// StoreKit's largest quantity of one purchase.
  private static let largestQuantity: Int64 = 10

  func run(_ log: inout ObservationLog) {
    for (position, purchase) in receipt.purchases.enumerated() {
      dates(purchase, position, &log)
      kinds(purchase, position, &log)
      identifiers(purchase, position, &log)
    }
    if receipt.purchases.count > 1 { repetitions(&log) }
  }

  private func dates(
    _ purchase: InAppPurchase, _ position: Int, _ log: inout ObservationLog
  ) {
    if let bought = purchase.purchaseDate {
      if let expires = purchase.expiresDate {
        let length = expires.microsecondsSince1970 - bought.microsecondsSince1970
        if length <= 0 {
          note("expires-before-purchase", position, ["expires_date": expires.text], &log)
        }
        if length > Self.longestPeriod {
          note("absurd-expiry", position, ["expires_date": expires.text], &log)
        }
      }
      if let cancelled = purchase.cancellationDate, cancelled < bought {
        note("cancelled-before-purchase", position, ["cancellation_date": cancelled.text], &log)
      }
    }
    guard let created = receipt.creationDate else { return }
    let lead = purchase.productType == .autoRenewableSubscription ? Self.renewalLead : 0
    let limit = Instant(microsecondsSince1970: created.microsecondsSince1970 + lead)
    if let bought = purchase.purchaseDate, bought > limit {
      note("bought-after-creation", position, ["purchase_date": bought.text], &log)
    }
    if let cancelled = purchase.cancellationDate, cancelled > created {
      note("cancelled-after-creation", position, ["cancellation_date": cancelled.text], &log)
    }
    if let original = purchase.originalPurchaseDate, original > limit {
      note("originally-after-creation", position, ["original_purchase_date": original.text], &log)
    }
  }

  private func kinds(
    _ purchase: InAppPurchase, _ position: Int, _ log: inout ObservationLog
  ) {
    guard let type = purchase.productType else { return }
    let isRenewable = type == .autoRenewableSubscription
    if !isRenewable, type != .freeSubscription {
      if let expires = purchase.expiresDate {
        note("expiry-without-subscription", position, ["expires_date": expires.text], &log)
      }
      if let item = purchase.webOrderLineItemID, item != 0 {
        note(
          "line-item-without-subscription", position, ["web_order_line_item_id": String(item)], &log
        )
      }
    }
    if let quantity = purchase.quantity,
      quantity < 1 || quantity > (type == .consumable ? Self.largestQuantity : 1)
    {
      note("quantity", position, ["quantity": String(quantity)], &log)
    }
  }

  private func identifiers(
    _ purchase: InAppPurchase, _ position: Int, _ log: inout ObservationLog
  ) {
    for id in [purchase.transactionID, purchase.originalTransactionID].compactMap({ $0 })
    where !TransactionNumber.isDecimal(id) {
      note("transaction-id-not-decimal", position, ["id": id], &log)
    }
    guard let number = TransactionNumber(purchase.transactionID) else { return }
    let isSandbox = receipt.environment == .sandbox
    if number.isSandboxShard != isSandbox {
      note("shard-of-other-environment", position, ["shard": String(number.shard)], &log)
    }
    if let original = TransactionNumber(purchase.originalTransactionID) {
      if original.shard != number.shard {
        note("shard-differs", position, ["original_shard": String(original.shard)], &log)
      } else if original.value > number.value {
        note(
          "original-after-transaction", position,
          ["original_transaction_id": String(original.value)], &log)
      }
    }
    if let item = purchase.webOrderLineItemID.flatMap({ TransactionNumber(String($0)) }),
      item.shard != number.shard
    {
      note("shard-differs", position, ["line_item_shard": String(item.shard)], &log)
    }
  }

  private func repetitions(_ log: inout ObservationLog) {
    var ids: Set<String> = []
    var items: Set<Int64> = []
    for (position, purchase) in receipt.purchases.enumerated() {
      if let id = purchase.transactionID, !ids.insert(id).inserted {
        note("repeated-transaction", position, ["transaction_id": id], &log)
      }
      if let item = purchase.webOrderLineItemID, item != 0, !items.insert(item).inserted {
        note(
          "repeated-line-item", position, ["web_order_line_item_id": String(item)], &log)
      }
    }
  }

  private func note(
    _ check: String, _ position: Int, _ shown: [String: String], _ log: inout ObservationLog
  ) {
    var evidence = shown
    evidence["purchase"] = String(position)
    evidence["transaction_id"] = receipt.purchases[position].transactionID
    log.note(.implausibleContent, check, evidence)
  }
}

/// A store's transaction number: shard x 10^13 + counter, 14 to 16 digits.
struct TransactionNumber {
  let value: Int64
  var shard: Int64 { value / 10_000_000_000_000 }
  /// Shards 100 and 200 are the sandbox's.
  var isSandboxShard: Bool { shard == 100 || shard == 200 }

  /// nil for text that is no number of that length: nothing can be said about its shard.
  init?(_ text: String?) {
    guard let text, (14...16).contains(text.utf8.count), let value = Int64(text), value > 0 else {
      return nil
    }
    self.value = value
  }

  /// Digits only, no more than an unsigned 64-bit number has.
  static func isDecimal(_ text: String) -> Bool {
    text.utf8.count <= 20 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
