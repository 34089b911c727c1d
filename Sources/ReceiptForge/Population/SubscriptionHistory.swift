import ReceiptVerification

/// One subscription lineage: trial, renewals, upgrade, refund, lapse, coming back.
struct SubscriptionHistory {
  private let app: StoreApp
  private var plan = 0
  private var original: String?
  private(set) var entries: [PurchaseHistory.Entry] = []

  /// A lineage whose periods are told one by one.
  init(_ app: StoreApp) { self.app = app }

  /// Lives the lineage through from `start` to the horizon.
  init(
    _ app: StoreApp, from start: Int64, until horizon: Int64, _ numbers: inout TransactionNumbers,
    _ random: inout SplitMix64
  ) {
    self.app = app
    plan = random.chance(70) ? 0 : app.plans.count - 1
    var moment = start
    var isRenewal = false
    while moment < horizon {
      let end = period(from: moment, isRenewal: isRenewal, &numbers, &random)
      let isRefunded = entries.last?.cancelledAt != nil
      isRenewal = !isRefunded && random.chance(app.plans[plan].period.loyalty)
      guard isRenewal || random.chance(30) else { return }
      moment = isRenewal ? end : end + (5 + random.below(90)) * ReceiptDate.day
    }
  }

  /// Adds one period; its end.
  private mutating func period(
    from start: Int64, isRenewal: Bool, _ numbers: inout TransactionNumbers,
    _ random: inout SplitMix64
  ) -> Int64 {
    let isTrial = entries.isEmpty && random.chance(40)
    let end = isTrial ? start + 7 * ReceiptDate.day : app.plans[plan].period.end(from: start)
    let lead = isRenewal ? 1 + random.below(20 * ReceiptDate.hour) : 0
    add(from: start, until: end, recordedAt: start - lead, isTrial: isTrial, &numbers)
    if plan + 1 < app.plans.count, !isTrial, random.chance(4) {
      return upgrade(during: start..<end, &numbers, &random)
    }
    if !isTrial, random.chance(1.5) {
      entries[entries.count - 1].cancelledAt = start + 1 + random.below(end - start - 1)
    }
    return end
  }

  /// The higher plan takes over at once, and the rest of the lower one is taken back.
  private mutating func upgrade(
    during period: Range<Int64>, _ numbers: inout TransactionNumbers, _ random: inout SplitMix64
  ) -> Int64 {
    let length = period.upperBound - period.lowerBound
    let moment = period.lowerBound + length / 4 + random.below(length / 2)
    entries[entries.count - 1].cancelledAt = moment
    entries[entries.count - 1].isUpgraded = true
    plan += 1
    let end = app.plans[plan].period.end(from: moment)
    add(from: moment, until: end, recordedAt: moment, isTrial: false, &numbers)
    return end
  }

  /// Adds a period of a plan, recorded when it starts unless something else is said.
  mutating func add(
    plan: Int = 0, from start: Int64, until end: Int64, recordedAt: Int64? = nil,
    isTrial: Bool = false, _ numbers: inout TransactionNumbers
  ) {
    self.plan = plan
    add(from: start, until: end, recordedAt: recordedAt ?? start, isTrial: isTrial, &numbers)
  }

  /// Changes the last period.
  mutating func changeLast(_ change: (inout PurchaseHistory.Entry) -> Void) {
    change(&entries[entries.count - 1])
  }

  private mutating func add(
    from start: Int64, until end: Int64, recordedAt: Int64, isTrial: Bool,
    _ numbers: inout TransactionNumbers
  ) {
    var purchase = PurchaseDraft.subscription(
      app.plans[plan].productID, transactionID: numbers.transaction(), original: original,
      lineItem: numbers.lineItem(), from: ReceiptDate.text(start), until: ReceiptDate.text(end))
    purchase.productItemID = app.plans[plan].itemID
    if let first = entries.first {
      purchase.originalPurchaseDate = first.purchase.purchaseDate
    }
    original = original ?? purchase.transactionID
    purchase.isTrialPeriod = isTrial
    entries.append(PurchaseHistory.Entry(purchase: purchase, recordedAt: recordedAt))
  }
}

extension StoreApp.Period {
  /// In how many of a hundred cases the next period follows.
  fileprivate var loyalty: Double {
    switch self {
    case .week: 88
    case .month: 90
    case .year: 70
    }
  }
}
