import ReceiptVerification

/// What purchases go through.
extension ConfounderPlan {
  /// Receipts at each moment at which something new happened.
  private static func told(_ label: String, _ account: Account, _ random: inout SplitMix64)
    -> PlannedCase
  {
    let rows = account.history.moments.filter { $0 < Account.horizon }.map {
      account.row(at: $0 + 2, &random)
    }
    return PlannedCase(label, of: [account], rows.labelled(label))
  }

  /// Refunded, and the refund taken back: the newest receipt knows of neither.
  static func refundReversed(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(random.pick(StoreApp.all), periods: 2, &register, &random) {
      $0.changeLast { entry in
        entry.cancelledAt = entry.recordedAt + 4 * ReceiptDate.day
        entry.reversedAt = entry.recordedAt + 9 * ReceiptDate.day
      }
    }
    return told("refund-reversed", account, &random)
  }

  /// Refunded, and bought again two days later.
  static func boughtAgain(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let start = Account.opening + random.below(700) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      lineage.add(
        from: start + ReceiptDate.day, until: start + 31 * ReceiptDate.day, &numbers)
      lineage.changeLast { $0.cancelledAt = start + 10 * ReceiptDate.day }
      lineage.add(
        from: start + 12 * ReceiptDate.day, until: start + 42 * ReceiptDate.day, &numbers)
      return lineage.entries
    }
    return told("bought-again", account, &random)
  }

  /// Another plan in the middle of a period: the store takes the rest of the old one back, or leaves
  /// both periods as they are.
  static func change(
    _ label: String, isCancelled: Bool, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.familyApps)
    // Some of these periods still run at the as-of.
    let start = Account.horizon - (25 + random.below(400)) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      let first = start + ReceiptDate.hour
      let moment = first + 11 * ReceiptDate.day
      lineage.add(from: first, until: ReceiptDate.adding(months: 1, to: first), &numbers)
      if isCancelled {
        lineage.changeLast { entry in
          entry.cancelledAt = moment
          entry.isUpgraded = true
        }
      }
      lineage.add(
        plan: 1, from: moment, until: app.plans[1].period.end(from: moment), &numbers)
      return lineage.entries
    }
    return told(label, account, &random)
  }

  /// A trial that some are still in.
  static func trialNotContinued(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let start = Account.horizon - (1 + random.below(12)) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      let first = start + ReceiptDate.hour
      lineage.add(from: first, until: first + 7 * ReceiptDate.day, isTrial: true, &numbers)
      return lineage.entries
    }
    return told("trial-not-continued", account, &random)
  }

  /// Eight weeks away between two periods, then a dearer plan.
  static func lapsedAndBack(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(random.pick(StoreApp.familyApps), periods: 2, &register, &random)
    let app = account.app
    let back = (account.history.moments.last ?? 0) + 60 * ReceiptDate.day
    let whole = Account(
      number: register.next(), app: app, since: account.appPurchased, &random
    ) { numbers in
      var lineage = SubscriptionHistory(app)
      for entry in account.history.entries {
        let until = entry.purchase.expiresDate.flatMap(ReceiptDate.seconds) ?? entry.recordedAt
        lineage.add(from: entry.recordedAt, until: until, &numbers)
      }
      lineage.add(plan: 1, from: back, until: app.plans[1].period.end(from: back), &numbers)
      return lineage.entries
    }
    return told("lapsed-and-back", whole, &random)
  }

  /// A period that the developer made longer.
  static func extended(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(random.pick(StoreApp.all), periods: 2, &register, &random) {
      $0.changeLast { entry in
        let end = entry.purchase.expiresDate.flatMap(ReceiptDate.seconds) ?? entry.recordedAt
        entry.extended = (entry.recordedAt + 5 * ReceiptDate.day, end + 14 * ReceiptDate.day)
      }
    }
    return told("extended", account, &random)
  }

  /// A non-consumable whose purchase date a refresh has moved.
  static func redated(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let start = Account.opening + random.below(1000) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      let bought = start + ReceiptDate.hour
      var purchase = PurchaseDraft.nonConsumable(
        app.nonConsumables[0].productID, transactionID: numbers.transaction(),
        at: ReceiptDate.text(bought))
      purchase.productItemID = app.nonConsumables[0].itemID
      return [
        PurchaseHistory.Entry(
          purchase: purchase, recordedAt: bought, redatedAt: bought + 28 * ReceiptDate.day)
      ]
    }
    return told("redated", account, &random)
  }

  /// Five consumables that are kept for a while: none has a line item.
  static func withoutLineItems(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let (account, start) = consumer(5, &register, &random)
    let rows = [6, 8].map { account.row(at: start + $0 * ReceiptDate.hour, &random) }
    return PlannedCase("without-line-items", of: [account], rows.labelled("without-line-items"))
  }

  /// A consumable that the next receipt does not know any more.
  static func usedUp(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let (account, start) = consumer(1, &register, &random)
    let rows = [2 * ReceiptDate.hour, 9 * ReceiptDate.day].map {
      account.row(at: start + $0, &random)
    }
    return PlannedCase("used-up", of: [account], rows.labelled("used-up"))
  }

  /// Consumables an hour apart, used up after a week.
  private static func consumer(
    _ count: Int, _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> (Account, start: Int64) {
    let app = StoreApp.meadow
    let start = Account.opening + random.below(1500) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      (1...count).map { hour in
        let bought = start + Int64(hour) * ReceiptDate.hour
        let product = app.consumables[hour % app.consumables.count]
        var purchase = PurchaseDraft.consumable(
          product.productID, transactionID: numbers.transaction(), at: ReceiptDate.text(bought))
        purchase.productItemID = product.itemID
        return PurchaseHistory.Entry(
          purchase: purchase, recordedAt: bought, finishedAt: start + 7 * ReceiptDate.day)
      }
    }
    return (account, start)
  }

  /// Years of weeks, of which a receipt lists the last two hundred: the first one is missing.
  static func entryLimit(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = StoreApp.tidewatch
    let start = Account.opening + random.below(30) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      var moment = start + ReceiptDate.hour
      for _ in 0..<230 {
        lineage.add(from: moment, until: moment + 7 * ReceiptDate.day, &numbers)
        moment += 7 * ReceiptDate.day
      }
      return lineage.entries
    }
    let rows = account.history.moments.suffix(2).map { moment in
      var row = account.row(at: moment + 2, &random)
      row.draft.purchases.removeFirst(max(0, row.draft.purchases.count - 200))
      return row
    }
    return PlannedCase("entry-limit", of: [account], rows.labelled("entry-limit"))
  }

  /// Transaction ids out of order, original dates after the purchase, and purchases older than the
  /// app's own.
  static func oddOrder(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let start = Account.opening + (30 + random.below(900)) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      for month in [0, 2, 1] as [Int64] {
        let moment = start + (month * 30 - 20) * ReceiptDate.day
        lineage.add(from: moment, until: moment + 30 * ReceiptDate.day, &numbers)
        lineage.changeLast {
          $0.purchase.originalPurchaseDate = ReceiptDate.text(moment + 80)
        }
      }
      return lineage.entries
    }
    let rows = [70, 71].map { account.row(at: start + $0 * ReceiptDate.day, &random) }
    return PlannedCase("odd-order", of: [account], rows.labelled("odd-order"))
  }

  /// A renewal that is recorded before it starts, and starts after the as-of.
  static func renewedAhead(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let renewal = Account.horizon + (1 + random.below(10)) * ReceiptDate.hour
    let start = renewal - 30 * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      lineage.add(from: start + ReceiptDate.hour, until: renewal, &numbers)
      lineage.add(
        from: renewal, until: renewal + 30 * ReceiptDate.day,
        recordedAt: Account.horizon - 3 * ReceiptDate.hour, &numbers)
      return lineage.entries
    }
    return told("renewed-ahead", account, &random)
  }
}
