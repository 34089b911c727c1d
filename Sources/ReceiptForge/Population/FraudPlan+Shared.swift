import ReceiptVerification

/// Receipts that the store signed, and that prove nothing for who sent them.
extension FraudPlan {
  /// A genuine receipt of an app that is not ours, from one account or through a relay from many.
  static func otherApp(
    _ label: String, accounts: Int, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = ConfounderPlan.customer(nil, &register, &random)
    var row = account.row(at: account.moments(1, &random)[0], &random)
    row.draft.bundleID = "com.elsewhere.notebook"
    row.draft.appItemID = 999_330_044
    row.deviceID = nil
    row.truth = Truth(label: label, reason: .ok, expectedFindings: ["foreign-app"])
    return PlannedCase(
      label, isFraud: true, of: [], copies(of: row, accounts: accounts, &register, &random))
  }

  /// One genuine receipt, sold to many: the same payload under every account.
  static func replay(
    _ label: String, _ app: StoreApp?, accounts: Int, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let (account, first) = victim(app, &register, &random)
    let rows = copies(of: first, accounts: accounts, &register, &random)
    return PlannedCase(label, isFraud: true, of: [account], rows.labelled(label))
  }

  private static func copies(
    of first: PlannedReceipt, accounts: Int, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> [PlannedReceipt] {
    var rows = [first]
    for _ in 1..<max(1, accounts) {
      var copy = first
      copy.accountID = Account.id(register.next())
      copy.deviceID = nil
      copy.encoding = .common(&random)
      copy.receivedAt = min(
        Account.horizon, first.receivedAt + random.below(40 * ReceiptDate.day))
      rows.append(copy)
    }
    return rows
  }

  /// One subscription, of which each buyer gets the receipt of another month.
  static func soldLineage(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = ConfounderPlan.subscriber(
      random.pick(StoreApp.all), periods: 9, &register, &random)
    let rows = account.history.moments.map { moment in
      var row = account.row(at: moment + 2, &random)
      row.draft.purchases = row.draft.purchases.suffix(1)
      row.accountID = Account.id(register.next())
      row.deviceID = nil
      return row
    }
    return PlannedCase(
      "sold-lineage", isFraud: true, of: [account], rows.labelled("sold-lineage"))
  }

  /// The receipt of one telephone, sent from another one under another account.
  static func copiedDevice(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let (account, first) = victim(.meadow, &register, &random)
    var copy = first
    copy.accountID = Account.id(register.next())
    copy.deviceID = random.bytes(16)
    copy.receivedAt += ReceiptDate.day
    copy.truth.expectedFindings.append("device-mismatch")
    return PlannedCase(
      "copied-device", isFraud: true, of: [account], [first, copy].labelled("copied-device"))
  }

  /// A tester's receipt that many accounts of the production system send.
  static func sandboxSold(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = Account(
      number: register.next(), app: .tidewatch, store: .sandbox, &random)
    let first = account.row(at: account.moments(1, &random)[0], &random)
    let rows = copies(of: first, accounts: 5, &register, &random)
    return PlannedCase(
      "sandbox-sold", isFraud: true, of: [account], rows.labelled("sandbox-sold"))
  }

  /// One consumable's receipt sent again and again to be granted again: what was granted is in no
  /// receipt, and to the audit it is a client that retries.
  static func ownReplay(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let (account, first) = victim(.meadow, &register, &random)
    let rows = (0..<5 as Range<Int64>).map { day in
      var row = first
      row.receivedAt = min(Account.horizon, row.receivedAt + day * ReceiptDate.day)
      return row
    }
    return PlannedCase("own-replay", isFraud: true, of: [account], rows.labelled("own-replay"))
  }

  /// Everything is bought, used for some days, and refunded.
  static func refundAbuse(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let start = Account.opening + random.below(1000) * ReceiptDate.day
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      for round in 0..<6 as Range<Int64> {
        let bought = start + ReceiptDate.hour + round * 40 * ReceiptDate.day
        lineage.add(from: bought, until: bought + 30 * ReceiptDate.day, &numbers)
        lineage.changeLast { $0.cancelledAt = bought + 9 * ReceiptDate.day }
      }
      return lineage.entries
    }
    let rows = account.moments(4, &random).map { account.row(at: $0, &random) }
    return PlannedCase(
      "refund-abuse", isFraud: true, of: [account], rows.labelled("refund-abuse"))
  }

  /// A new account for every trial, on one download of the app.
  static func trialFarm(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let start = Account.opening + random.below(1000) * ReceiptDate.day
    var accounts: [Account] = []
    for round in 0..<5 as Range<Int64> {
      var account = Account(
        number: register.next(), app: app, since: start + round * 8 * ReceiptDate.day, &random
      ) { numbers in
        var lineage = SubscriptionHistory(app)
        let begin = start + ReceiptDate.hour + round * 8 * ReceiptDate.day
        lineage.add(from: begin, until: begin + 7 * ReceiptDate.day, isTrial: true, &numbers)
        return lineage.entries
      }
      account.downloadID = accounts.first?.downloadID ?? account.downloadID
      accounts.append(account)
    }
    let rows = accounts.flatMap { account in
      account.history.moments.map { account.row(at: $0 + 2, &random) }
    }
    return PlannedCase("trial-farm", isFraud: true, of: accounts, rows.labelled("trial-farm"))
  }
}
