/// Checks of each purchase, and of purchases against one another.
struct PurchaseChecks {
  private let purchases: [InAppPurchase]
  private let isSigned: Bool
  private let isSandbox: Bool
  private let creationDate: Instant?

  /// `creationDate` is when the document was signed; nil where it does not say. `isSigned` is false for
  /// a forgery, whose ids are judged as those of a known one.
  init(
    _ purchases: [InAppPurchase], environment: StoreEnvironment, creationDate: Instant?,
    isSigned: Bool = true
  ) {
    self.purchases = purchases
    self.isSigned = isSigned
    isSandbox = environment == .sandbox
    self.creationDate = creationDate
  }

  /// A renewal is charged up to a day before it begins.
  private static let renewalLead: Int64 = 24 * 3600 * 1_000_000
  /// No period is sold for longer than a year; offers and extensions add months.
  private static let longestPeriod: Int64 = 2 * 366 * 24 * 3600 * 1_000_000
  /// StoreKit's largest quantity of one purchase.
  private static let largestQuantity: Int64 = 10

  func run(_ log: inout ObservationLog) {
    let all = purchases.span
    var transactions: [Int64] = []
    transactions.reserveCapacity(all.count)
    for position in all.indices {
      let figures = PurchaseFigures(all, position)
      dates(figures, position, &log)
      kinds(figures, position, &log)
      identifiers(figures, position, &log)
      transactions.append(figures.transaction?.value ?? 0)
    }
    if all.count > 1 { repetitions(transactions, &log) }
  }

  private func dates(
    _ purchase: PurchaseFigures, _ position: Int, _ log: inout ObservationLog
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
    guard let created = creationDate else { return }
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
    _ purchase: PurchaseFigures, _ position: Int, _ log: inout ObservationLog
  ) {
    guard let type = purchase.productType else { return }
    if type == .autoRenewableSubscription {
      if purchase.webOrderLineItemID == 0 {
        note("subscription-without-line-item", position, [:], &log)
      }
    } else if type != .freeSubscription {
      if let expires = purchase.expiresDate {
        note("expiry-without-subscription", position, ["expires_date": expires.text], &log)
      }
      if let item = purchase.webOrderLineItemID, item != 0 {
        note(
          "line-item-without-subscription", position, ["web_order_line_item_id": String(item)], &log
        )
      }
      if purchase.isInIntroOfferPeriod == true {
        note("intro-offer-without-subscription", position, [:], &log)
      }
    }
    if let quantity = purchase.quantity,
      quantity < 1 || quantity > (type == .consumable ? Self.largestQuantity : 1)
    {
      note("quantity", position, ["quantity": String(quantity)], &log)
    }
  }

  private func identifiers(
    _ purchase: PurchaseFigures, _ position: Int, _ log: inout ObservationLog
  ) {
    if isSigned { signedIdentifiers(purchase, position, &log) }
    guard let number = purchase.transaction, let shard = number.shard else { return }
    let isSandboxShard = TransactionNumber.sandboxShards.contains(shard)
    if isSandboxShard != isSandbox {
      note("shard-of-other-environment", position, ["shard": String(shard)], &log)
    }
    if let original = purchase.originalTransaction, let other = original.shard {
      if other != shard {
        note("shard-differs", position, ["original_shard": String(other)], &log)
      } else if original.value > number.value {
        let id = String(original.value)
        note("original-after-transaction", position, ["original_transaction_id": id], &log)
      }
    }
    if let item = purchase.webOrderLineItemID.flatMap(TransactionNumber.shard(of:)), item != shard {
      note("shard-differs", position, ["line_item_shard": String(item)], &log)
    }
  }

  private func signedIdentifiers(
    _ purchase: PurchaseFigures, _ position: Int, _ log: inout ObservationLog
  ) {
    let (number, original) = (purchase.transaction, purchase.originalTransaction)
    if number?.isDecimal == false {
      note("transaction-id-not-decimal", position, [:], &log)
    }
    if original?.isDecimal == false {
      let id = purchases[position].originalTransactionID ?? ""
      note("transaction-id-not-decimal", position, ["original_transaction_id": id], &log)
    }
    if KnownForgeries.canned(number?.value ?? 0) ?? KnownForgeries.canned(original?.value ?? 0)
      != nil
    {
      KnownForgeries.noteCanned(purchases[position], position, &log)
    }
  }

  /// No receipt carries a transaction or a line item twice; ids that are no numbers are told already.
  private func repetitions(_ transactions: [Int64], _ log: inout ObservationLog) {
    noteRepeated("repeated-transaction", transactions, &log)
    noteRepeated("repeated-line-item", purchases.map { $0.webOrderLineItemID ?? 0 }, &log)
  }

  private func noteRepeated(_ check: String, _ values: [Int64], _ log: inout ObservationLog) {
    guard Self.holdsRepeated(values) else { return }
    var seen: Set<Int64> = []
    for (position, value) in values.enumerated() where value != 0 && !seen.insert(value).inserted {
      note(check, position, ["repeated": String(value)], &log)
    }
  }

  /// Whether a number other than 0 is there twice. Numbers mostly ascend, which a look tells; else
  /// sorting does, at a fraction of hashing's cost.
  private static func holdsRepeated(_ values: [Int64]) -> Bool {
    var largest: Int64 = 0
    let isAscending = values.allSatisfy { value in
      guard value != 0 else { return true }
      defer { largest = value }
      return value > largest
    }
    guard !isAscending else { return false }
    let sorted = values.sorted()
    return sorted.indices.dropFirst().contains {
      sorted[$0] != 0 && sorted[$0] == sorted[$0 - 1]
    }
  }

  private func note(
    _ check: String, _ position: Int, _ shown: [String: String], _ log: inout ObservationLog
  ) {
    var evidence = shown
    evidence["purchase"] = String(position)
    evidence["transaction_id"] = purchases[position].transactionID
    log.note(.implausibleContent, check, evidence)
  }
}
