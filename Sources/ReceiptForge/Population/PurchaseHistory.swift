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
    /// When it was restored on another device, and the transaction id that it got there.
    var restored: (at: Int64, transactionID: String)?
  }

  var entries: [Entry] = []

  /// The rows of a receipt made at that moment.
  func rows(at moment: Int64) -> [PurchaseDraft] {
    entries.filter { $0.recordedAt <= moment && $0.finishedAt ?? .max > moment }.map { entry in
      var row = entry.purchase
      if let cancelledAt = entry.cancelledAt, cancelledAt <= moment {
        row.cancellationDate = ReceiptDate.text(cancelledAt)
      }
      if let restored = entry.restored, restored.at <= moment {
        row.originalTransactionID = row.originalTransactionID ?? row.transactionID
        row.transactionID = restored.transactionID
      }
      return row
    }
  }

  /// The moments at which a new receipt would say something new, ascending.
  var moments: [Int64] {
    entries.flatMap { entry in
      [entry.recordedAt, entry.cancelledAt, entry.restored?.at].compactMap { $0 }
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
