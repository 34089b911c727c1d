import ReceiptVerification

/// One customer of one app, with everything bought; receipts are taken from it.
struct Account: Sendable {
  /// The business began then.
  static let opening = ReceiptDate.at("2021-06-01T06:00:00Z")
  /// Nothing is dated later.
  static let horizon = ReceiptDate.at("2026-11-20T00:00:00Z")

  /// Store shards seen in production receipts.
  private static let shards: [Int64] = [2, 9, 12, 20, 22, 31, 32, 34, 36, 43, 49, 57, 71]

  let id: String
  let app: StoreApp
  let store: Store
  var deviceID: [UInt8]
  let appPurchased: Int64
  var downloadID: Int64
  private(set) var history: PurchaseHistory
  /// The ids that the store has given to it so far.
  private var numbers: TransactionNumbers

  /// Somebody who bought nothing yet.
  ///
  /// - Parameter appPurchased: nil for any day but the last thirty.
  private init(
    newcomer number: Int, _ app: StoreApp, _ store: Store, since appPurchased: Int64? = nil,
    _ random: inout SplitMix64
  ) {
    id = Self.id(number)
    self.app = app
    self.store = store
    deviceID = random.bytes(16)
    let span = Self.horizon - Self.opening - 30 * ReceiptDate.day
    self.appPurchased = appPurchased ?? Self.opening + random.below(span)
    downloadID =
      store == .production ? 500_000_000_000_000_000 + Int64(number) * 7919 + random.below(7919) : 0
    let shard = store == .production ? random.pick(Self.shards) : 200
    numbers = TransactionNumbers(shard: shard, account: number)
    history = PurchaseHistory()
  }

  /// Somebody who lived as customers and testers do.
  init(
    number: Int, app: StoreApp? = nil, store: Store = .production, _ random: inout SplitMix64
  ) {
    self.init(newcomer: number, app ?? random.pick(StoreApp.all), store, &random)
    history =
      store == .production
      ? Self.shopping(self.app, since: appPurchased, &numbers, &random)
      : Self.testing(self.app, since: appPurchased, &numbers, &random)
  }

  /// Somebody whose story is told on purpose.
  init(
    number: Int, app: StoreApp, since appPurchased: Int64, _ random: inout SplitMix64,
    buying: (inout TransactionNumbers) -> [PurchaseHistory.Entry]
  ) {
    self.init(newcomer: number, app, .production, since: appPurchased, &random)
    history.entries = buying(&numbers)
  }

  /// Gives the last purchase that is kept a transaction id of its own, as on a new device.
  mutating func restoreLast(at moment: Int64) {
    guard let last = history.entries.lastIndex(where: { $0.finishedAt == nil }) else { return }
    history.entries[last].restored = (moment, numbers.transaction())
  }

  /// The key under which the business knows its customer.
  static func id(_ number: Int) -> String { "acct-\(100_000 + number)" }

  /// A receipt as the store would make it at that moment.
  func receipt(at moment: Int64, _ random: inout SplitMix64) -> ReceiptDraft {
    var draft = ReceiptDraft(
      bundleID: app.bundleID, store: store, creationDate: ReceiptDate.text(moment),
      purchases: history.rows(at: moment))
    draft.deviceID = deviceID
    draft.downloadID = downloadID
    // Builds come every 10 days.
    let build = (moment - Self.opening) / (10 * ReceiptDate.day)
    draft.appVersion = String(200 + build)
    guard store == .production else {
      for index in draft.purchases.indices { draft.purchases[index].productItemID = 0 }
      return draft
    }
    draft.appItemID = app.itemID
    draft.versionExternalID = 840_000_000 + build * 40_000 + app.itemID % 1000
    draft.originalPurchaseDate = ReceiptDate.text(appPurchased)
    draft.originalAppVersion = String(
      200 + (appPurchased - Self.opening) / (10 * ReceiptDate.day))
    // One in ten was fetched again from the server, which keeps the device receipt's date.
    let age = random.chance(10) ? random.below(20 * ReceiptDate.day) : random.below(2)
    draft.issueDate = ReceiptDate.text(max(appPurchased, moment - age))
    return draft
  }

  private static func shopping(
    _ app: StoreApp, since start: Int64, _ numbers: inout TransactionNumbers,
    _ random: inout SplitMix64
  ) -> PurchaseHistory {
    var history = PurchaseHistory()
    guard !random.chance(5) else { return history }
    if random.chance(65) {
      let begin = start + ReceiptDate.minute + random.below(20 * ReceiptDate.day)
      let lineage = SubscriptionHistory(app, from: begin, until: horizon, &numbers, &random)
      history.entries += lineage.entries
    }
    addSinglePurchases(to: &history, app, since: start, &numbers, &random)
    // A new device: the store gives a restored period a transaction id of its own.
    if random.chance(6), let index = history.entries.lastIndex(where: { $0.finishedAt == nil }) {
      let at = history.entries[index].recordedAt + (2 + random.below(20)) * ReceiptDate.day
      if at < horizon { history.entries[index].restored = (at, numbers.transaction()) }
    }
    return history
  }

  private static func addSinglePurchases(
    to history: inout PurchaseHistory, _ app: StoreApp, since start: Int64,
    _ numbers: inout TransactionNumbers, _ random: inout SplitMix64
  ) {
    let count = history.entries.isEmpty ? 1 + random.below(4) : random.below(3)
    for _ in 0..<count {
      let moment = start + ReceiptDate.minute + random.below(horizon - start - ReceiptDate.hour)
      let isConsumable = !app.consumables.isEmpty && random.chance(60)
      let product = random.pick(isConsumable ? app.consumables : app.nonConsumables)
      let isOwned = history.entries.contains { $0.purchase.productID == product.productID }
      guard isConsumable || !isOwned else { continue }
      let at = ReceiptDate.text(moment)
      let transaction = numbers.transaction()
      var purchase =
        isConsumable
        ? PurchaseDraft.consumable(product.productID, transactionID: transaction, at: at)
        : .nonConsumable(product.productID, transactionID: transaction, at: at)
      purchase.productItemID = product.itemID
      var entry = PurchaseHistory.Entry(purchase: purchase, recordedAt: moment)
      if isConsumable {
        entry.finishedAt = moment + ReceiptDate.minute + random.below(3 * ReceiptDate.day)
      } else if random.chance(3) {
        entry.cancelledAt = min(
          horizon, moment + ReceiptDate.hour + random.below(30 * ReceiptDate.day))
      }
      history.entries.append(entry)
    }
  }

  /// What a tester leaves: a few renewals within the hour.
  private static func testing(
    _ app: StoreApp, since start: Int64, _ numbers: inout TransactionNumbers,
    _ random: inout SplitMix64
  ) -> PurchaseHistory {
    var history = PurchaseHistory()
    let plan = random.pick(app.plans)
    var original: String?
    var moment = start
    for _ in 0...random.below(6) {
      let end = moment + plan.period.sandboxSeconds
      let purchase = PurchaseDraft.subscription(
        plan.productID, transactionID: numbers.transaction(), original: original,
        lineItem: numbers.lineItem(), from: ReceiptDate.text(moment), until: ReceiptDate.text(end))
      original = original ?? purchase.transactionID
      history.entries.append(PurchaseHistory.Entry(purchase: purchase, recordedAt: moment))
      moment = end
    }
    return history
  }
}
