import ReceiptVerification

/// Everything one account ever bought in one app; a receipt lists what is known when it is made.
struct PurchaseHistory: Sendable {
  struct Entry: Sendable {
    var purchase: PurchaseDraft
    /// When the store recorded it: a renewal is recorded some hours before it starts.
    var recordedAt: Int64
    /// When the app finished a consumable: it is in no receipt from then on.
    var finishedAt: Int64?
    /// When the store took it back.
    var cancelledAt: Int64?
    /// Taken back because another plan took over, and not refunded.
    var isUpgraded = false
    /// When the store changed its mind and let the customer keep it after all.
    var reversedAt: Int64?
    /// When the period was made longer, and its end from then on.
    var extended: (at: Int64, until: Int64)?
    /// When a refresh of the receipt gave it another purchase date, as happens to non-consumables.
    var redatedAt: Int64?
    /// When it was restored on another device, and the transaction id that it got there.
    var restored: (at: Int64, transactionID: String)?
  }

  var entries: [Entry] = []

  /// The rows of a receipt made at that moment.
  func rows(at moment: Int64) -> [PurchaseDraft] {
    entries.filter { $0.recordedAt <= moment && $0.finishedAt ?? .max > moment }.map { entry in
      var row = entry.purchase
      if let cancelledAt = entry.cancelledAt, cancelledAt <= moment,
        entry.reversedAt ?? .max > moment
      {
        row.cancellationDate = ReceiptDate.text(cancelledAt)
      }
      if let extended = entry.extended, extended.at <= moment {
        row.expiresDate = ReceiptDate.text(extended.until)
      }
      if let redatedAt = entry.redatedAt, redatedAt <= moment {
        row.purchaseDate = ReceiptDate.text(redatedAt)
      }
      if let restored = entry.restored, restored.at <= moment {
        row.originalTransactionID = row.originalTransactionID ?? row.transactionID
        row.transactionID = restored.transactionID
      }
      return row
    }
  }

  /// Transaction ids whose cancellation was an upgrade.
  var upgraded: Set<String> {
    Set(entries.filter(\.isUpgraded).map(\.purchase.transactionID))
  }

  /// The transaction ids that restores gave out, each with the one that it stands in for.
  var restorations: [String: String] {
    var ids: [String: String] = [:]
    for entry in entries {
      if let restored = entry.restored {
        ids[restored.transactionID] = entry.purchase.transactionID
      }
    }
    return ids
  }

  /// The moments at which a new receipt would say something new, ascending.
  var moments: [Int64] {
    entries.flatMap { entry in
      [
        entry.recordedAt, entry.cancelledAt, entry.reversedAt, entry.extended?.at, entry.redatedAt,
        entry.restored?.at,
      ].compactMap { $0 }
    }
    .sorted()
  }
}

/// The ids that the store gives to one account: unique in a population, all in one shard.
struct TransactionNumbers: Sendable {
  private let base: Int64
  private var transactions: Int64 = 0
  private var lineItems: Int64 = 0

  /// - Parameter shard: what the ids begin with; 100 and 200 are the sandbox's.
  init(shard: Int64, account: Int) {
    base = shard * 10_000_000_000_000 + Int64(account) * 2000
  }

  mutating func transaction() -> String {
    transactions += 1
    return String(base + 120_000_000_000 + transactions)
  }

  mutating func lineItem() -> Int64 {
    lineItems += 1
    return base + 50_000_000_000 + lineItems
  }
}
