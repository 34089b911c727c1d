import ReceiptVerification

/// What frauds, cheats and careless developers store: one scheme each.
enum FraudPlan: CaseIterable {
  case expiryAltered, foreignRoot, replay, wrongPurpose, otherApp, productAltered, household
  case lookalikeRoot, xcode

  /// The rows of one instance of the scheme; accounts are numbered from `number` on.
  func rows(number: Int, _ random: inout SplitMix64) -> [PlannedReceipt] {
    switch self {
    case .expiryAltered: [expiryAltered(number, &random)]
    case .productAltered: [productAltered(number, &random)]
    case .foreignRoot: [signedByOthers(number, .foreignRoot, .untrustedRoot, &random)]
    case .lookalikeRoot: [signedByOthers(number, .lookalikeRoot, .untrustedRoot, &random)]
    case .wrongPurpose: [signedByOthers(number, .wrongPurpose, .leafMarkerMissing, &random)]
    case .otherApp: [otherApp(number, &random)]
    case .xcode: [xcode(number, &random)]
    case .replay: replay(number, accounts: 6 + random.below(8), &random)
    case .household: household(number, &random)
    }
  }

  private var label: String {
    switch self {
    case .expiryAltered: "expiry-altered"
    case .productAltered: "product-altered"
    case .foreignRoot: "foreign-root"
    case .lookalikeRoot: "lookalike-root"
    case .wrongPurpose: "wrong-purpose-leaf"
    case .otherApp: "other-app"
    case .xcode: "xcode"
    case .replay: "replayed"
    case .household: "household"
    }
  }

  /// An account that bought something, with its last receipt, which always has a purchase.
  private func victim(_ number: Int, _ random: inout SplitMix64) -> (Account, PlannedReceipt) {
    var account = Account(number: number, &random)
    while account.history.entries.isEmpty { account = Account(number: number, &random) }
    let moment = HonestPlan.moments(of: account, 1, &random)[0]
    return (account, plain(account, at: moment, &random))
  }

  private func plain(
    _ account: Account, at moment: Int64, _ random: inout SplitMix64
  ) -> PlannedReceipt {
    PlannedReceipt(
      accountID: account.id, bundleID: account.app.bundleID, deviceID: account.deviceID,
      draft: account.receipt(at: moment, &random), encoding: random.chance(70) ? .base64 : .der,
      receivedAt: moment + 1 + random.below(300), truth: Truth(label: label, reason: .ok))
  }

  /// The last row made a subscription that runs for decades.
  private func expiryAltered(_ number: Int, _ random: inout SplitMix64) -> PlannedReceipt {
    var row = victim(number, &random).1
    row.form = .altered(from: row.draft)
    let last = row.draft.purchases.count - 1
    row.draft.purchases[last].productType = .autoRenewableSubscription
    row.draft.purchases[last].expiresDate = "2099-12-31T23:59:59Z"
    row.truth = Truth(
      label: label, reason: .payloadAltered, expectedFindings: ["forged-receipt"])
    return row
  }

  private func productAltered(_ number: Int, _ random: inout SplitMix64) -> PlannedReceipt {
    let (account, victim) = victim(number, &random)
    var row = victim
    row.form = .altered(from: row.draft)
    row.draft.purchases[0].productID = account.app.nonConsumables[0].productID + ".premium"
    row.truth = Truth(
      label: label, reason: .payloadAltered, expectedFindings: ["forged-receipt"])
    return row
  }

  private func signedByOthers(
    _ number: Int, _ form: PlannedReceipt.Form, _ reason: Reason, _ random: inout SplitMix64
  ) -> PlannedReceipt {
    var row = victim(number, &random).1
    row.form = form
    row.truth = Truth(label: label, reason: reason, expectedFindings: ["forged-receipt"])
    return row
  }

  /// A genuine receipt of an app that is not ours.
  private func otherApp(_ number: Int, _ random: inout SplitMix64) -> PlannedReceipt {
    var row = victim(number, &random).1
    row.draft.bundleID = "com.elsewhere.notebook"
    row.draft.appItemID = 999_330_044
    row.truth.expectedFindings = ["foreign-app"]
    return row
  }

  /// What a developer's machine left in production.
  private func xcode(_ number: Int, _ random: inout SplitMix64) -> PlannedReceipt {
    var row = victim(number, &random).1
    var draft = ReceiptDraft.xcodeSample(bundleID: row.bundleID)
    draft.creationDate = ReceiptDate.text(row.receivedAt)
    draft.issueDate = draft.creationDate
    row.draft = draft
    row.form = .xcode
    row.deviceID = nil
    row.truth = Truth(
      label: label, reason: .xcodeTestSigner, expectedFindings: ["test-receipt"])
    return row
  }

  /// One genuine receipt, sold to many: the same payload under every account.
  private func replay(
    _ number: Int, accounts: Int, _ random: inout SplitMix64
  ) -> [PlannedReceipt] {
    var first = victim(number, &random).1
    first.truth.expectedFindings = ["duplicate-transaction", "duplicate-receipt"]
    var rows = [first]
    for offset in 1..<accounts {
      var copy = first
      copy.accountID = Account.id(number + offset)
      copy.deviceID = nil
      copy.encoding = HonestPlan.encoding(&random)
      copy.receivedAt = min(
        Account.horizon, first.receivedAt + random.below(40 * ReceiptDate.day))
      rows.append(copy)
    }
    return rows
  }

  /// Two accounts of one family on one Apple ID: the same purchases, each with a receipt of its own.
  private func household(_ number: Int, _ random: inout SplitMix64) -> [PlannedReceipt] {
    let (account, found) = victim(number, &random)
    var first = found
    first.truth.expectedFindings = ["duplicate-transaction"]
    let moment = min(
      Account.horizon, first.receivedAt + ReceiptDate.hour + random.below(ReceiptDate.day))
    var second = plain(account, at: moment, &random)
    // A consumable that is used up in between would leave the second receipt nothing to share.
    second.draft.purchases = first.draft.purchases
    second.truth = first.truth
    second.accountID = Account.id(number + 1)
    second.deviceID = nil
    return [first, second]
  }
}
