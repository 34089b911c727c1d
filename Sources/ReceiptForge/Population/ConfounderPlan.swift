import ReceiptVerification

/// What looks like fraud, or like damage, and is neither: one story each.
enum ConfounderPlan: CaseIterable {
  // Accounts
  case household, familySharing, accountChange, unknownAccount, partlyUnknownAccount
  case severalCustomerIDs, siblingApp, partnersName, testFlight, ownTesters, newDevice, wrongDevice
  // Purchases
  case refundReversed, boughtAgain, upgrade, crossgrade, trialNotContinued, lapsedAndBack, extended
  case redated, withoutLineItems, entryLimit, oddOrder, usedUp, familyRevoked, renewedAhead
  // Transports and formats
  case retries, transports, trailingOctets, clockSkew, signedTransactions, notifiedRefund
  case notifiedReversal, transactionReceipts, answers, xcode

  func plan(_ register: inout AccountRegister, _ random: inout SplitMix64) -> PlannedCase {
    switch self {
    case .household: Self.household(&register, &random)
    case .familySharing: Self.family(isRevoked: false, &register, &random)
    case .familyRevoked: Self.family(isRevoked: true, &register, &random)
    case .accountChange: Self.accountChange(&register, &random)
    case .unknownAccount: Self.unknown("unknown-account", of: 3, &register, &random)
    case .partlyUnknownAccount: Self.unknown("partly-unknown-account", of: 1, &register, &random)
    case .severalCustomerIDs: Self.severalCustomerIDs(&register, &random)
    case .siblingApp: Self.siblingApp(&register, &random)
    case .partnersName: Self.partnersName(&register, &random)
    case .testFlight: Self.testers("testflight", .lanterns, &register, &random)
    case .ownTesters: Self.testers("own-testers", .meadow, &register, &random)
    case .newDevice: Self.newDevice(&register, &random)
    case .wrongDevice: Self.wrongDevice(&register, &random)
    case .refundReversed: Self.refundReversed(&register, &random)
    case .boughtAgain: Self.boughtAgain(&register, &random)
    case .upgrade: Self.change("upgrade", isCancelled: true, &register, &random)
    case .crossgrade: Self.change("crossgrade", isCancelled: false, &register, &random)
    case .trialNotContinued: Self.trialNotContinued(&register, &random)
    case .lapsedAndBack: Self.lapsedAndBack(&register, &random)
    case .extended: Self.extended(&register, &random)
    case .redated: Self.redated(&register, &random)
    case .withoutLineItems: Self.withoutLineItems(&register, &random)
    case .entryLimit: Self.entryLimit(&register, &random)
    case .oddOrder: Self.oddOrder(&register, &random)
    case .usedUp: Self.usedUp(&register, &random)
    case .renewedAhead: Self.renewedAhead(&register, &random)
    case .retries: Self.retries(&register, &random)
    case .transports: Self.transports(&register, &random)
    case .trailingOctets: Self.trailingOctets(&register, &random)
    case .clockSkew: Self.clockSkew(&register, &random)
    case .signedTransactions: Self.signedTransactions(&register, &random)
    case .notifiedRefund: Self.notified("notified-refund", ["REFUND"], &register, &random)
    case .notifiedReversal:
      Self.notified("notified-reversal", ["REFUND", "REFUND_REVERSED"], &register, &random)
    case .transactionReceipts: Self.transactionReceipts(&register, &random)
    case .answers: Self.answers(&register, &random)
    case .xcode: Self.xcode(&register, &random)
    }
  }

  /// A customer who bought something.
  static func customer(
    _ app: StoreApp? = nil, _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> Account {
    let number = register.next()
    var account = Account(number: number, app: app, &random)
    while account.history.entries.isEmpty {
      account = Account(number: number, app: app, &random)
    }
    return account
  }

  /// A month's periods of a subscription, one after the other.
  static func subscriber(
    _ app: StoreApp, periods: Int, from opening: Int64 = Account.opening,
    _ register: inout AccountRegister, _ random: inout SplitMix64,
    change: (inout SubscriptionHistory) -> Void = { _ in }
  ) -> Account {
    let lasts = Int64(periods) * 31 * ReceiptDate.day
    let start =
      opening + random.below(Account.horizon - opening - lasts - 90 * ReceiptDate.day)
    return Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      var moment = start + ReceiptDate.hour
      for _ in 0..<periods {
        let end = ReceiptDate.adding(months: 1, to: moment)
        lineage.add(from: moment, until: end, &numbers)
        moment = end
      }
      change(&lineage)
      return lineage.entries
    }
  }
}

extension PlannedReceipt {
  func labelled(_ label: String) -> PlannedReceipt {
    var row = self
    row.truth.label = label
    return row
  }
}

extension [PlannedReceipt] {
  func labelled(_ label: String) -> [PlannedReceipt] { map { $0.labelled(label) } }
}
