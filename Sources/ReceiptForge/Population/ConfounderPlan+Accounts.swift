import ReceiptVerification

/// Who uses what, without cheating.
extension ConfounderPlan {
  /// Two accounts of one home on one Apple ID: the same purchases, each with a receipt of its own.
  static func household(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(random.pick(StoreApp.familyApps), &register, &random)
    let last = account.moments(1, &random)[0]
    let first = account.row(at: last, &random)
    let moment = min(
      Account.horizon, last + ReceiptDate.hour + random.below(ReceiptDate.day))
    var second = account.row(at: moment, &random)
    // A consumable that is used up in between would leave the second receipt nothing to share.
    second.draft.purchases = first.draft.purchases
    second.truth = first.truth
    second.accountID = Account.id(register.next())
    second.deviceID = nil
    return PlannedCase("household", of: [account], [first, second].labelled("household"))
  }

  /// A shared subscription: each member has a lineage of its own, and nothing marks it as shared.
  /// What is revoked from a member is cancelled in that member's receipts alone.
  static func family(
    isRevoked: Bool, _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.familyApps)
    let buyer = subscriber(app, periods: 3, &register, &random)
    let start = buyer.appPurchased
    let member = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      for entry in buyer.history.entries {
        let until = entry.purchase.expiresDate.flatMap(ReceiptDate.seconds) ?? entry.recordedAt
        lineage.add(from: entry.recordedAt, until: until, &numbers)
      }
      if isRevoked { lineage.changeLast { $0.cancelledAt = $0.recordedAt + 9 * ReceiptDate.day } }
      return lineage.entries
    }
    let label = isRevoked ? "family-revoked" : "family-sharing"
    let rows = [buyer, member].flatMap { account in
      account.moments(3, &random).map { account.row(at: $0, &random) }
    }
    return PlannedCase(label, of: [buyer, member], rows.labelled(label))
  }

  /// A user who deleted the account and made another one, with the same Apple ID.
  static func accountChange(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(random.pick(StoreApp.familyApps), periods: 5, &register, &random)
    let later = Account.id(register.next())
    var rows = account.history.moments.map { account.row(at: $0 + 2, &random) }
    for index in 3..<rows.count { rows[index].accountID = later }
    return PlannedCase("account-change", of: [account], rows.labelled("account-change"))
  }

  /// Receipts of which the first few came in without an account.
  static func unknown(
    _ label: String, of count: Int, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(random.pick(StoreApp.all), periods: 3, &register, &random)
    var rows = account.history.moments.map { account.row(at: $0 + 2, &random) }
    for index in 0..<count { rows[index].accountID = nil }
    return PlannedCase(label, of: [account], rows.labelled(label))
  }

  /// One account of ours that buys with two Apple IDs.
  static func severalCustomerIDs(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let app = random.pick(StoreApp.all)
    let customers = [customer(app, &register, &random), customer(app, &register, &random)]
    var rows = customers.flatMap { account in
      account.moments(2, &random).map { account.row(at: $0, &random) }
    }
    for index in rows.indices { rows[index].accountID = customers[0].id }
    return PlannedCase(
      "several-apple-ids", of: customers, rows.labelled("several-apple-ids"))
  }

  /// Another app of the company, sent to the same backend.
  static func siblingApp(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(.lanterns, &register, &random)
    var row = account.row(at: account.moments(1, &random)[0], &random)
    row.bundleID = StoreApp.meadow.bundleID
    return PlannedCase("sibling-app", of: [account], [row.labelled("sibling-app")])
  }

  /// The app as a partner sells it: not among ours, but what the row expects.
  static func partnersName(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(StoreApp.meadow.underPartnersName, &register, &random)
    let rows = account.moments(2, &random).map { account.row(at: $0, &random) }
    return PlannedCase("partners-name", of: [account], rows.labelled("partners-name"))
  }

  /// Two testers of an app with several sandbox receipts each.
  static func testers(
    _ label: String, _ app: StoreApp, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let accounts = (0..<2).map { _ in
      Account(number: register.next(), app: app, store: .sandbox, &random)
    }
    let rows = accounts.flatMap { account in
      account.moments(4, &random).map { account.row(at: $0, &random) }
    }
    return PlannedCase(label, of: accounts, rows.labelled(label))
  }

  /// A purchase restored on a second telephone, which sends receipts from then on.
  static func newDevice(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    var account = subscriber(random.pick(StoreApp.all), periods: 3, &register, &random)
    let restoredAt = (account.history.moments.last ?? 0) + 3 * ReceiptDate.day
    account.restoreLast(at: restoredAt)
    var second = account
    second.deviceID = random.bytes(16)
    let rows =
      account.history.moments.prefix(3).map { account.row(at: $0 + 2, &random) }
      + [restoredAt, restoredAt + ReceiptDate.day].map { second.row(at: $0 + 2, &random) }
    return PlannedCase("new-device", of: [account], rows.labelled("new-device"))
  }

  /// An identifier in the column that the device no longer has.
  static func wrongDevice(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    var row = account.row(at: account.moments(1, &random)[0], &random)
    row.deviceID = random.bytes(16)
    row.truth.expectedFindings.append("device-mismatch")
    return PlannedCase("wrong-device", of: [account], [row.labelled("wrong-device")])
  }
}
