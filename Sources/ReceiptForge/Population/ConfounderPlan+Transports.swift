import ReceiptVerification

/// How receipts come in, and in which formats.
extension ConfounderPlan {
  /// A client that sends the same receipt until it is answered.
  static func retries(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    let first = account.row(at: account.moments(1, &random)[0], &random)
    let rows = (0..<4).map { attempt in
      var row = first
      row.encoding = .common(&random)
      row.receivedAt += Int64(attempt) * 30
      return row
    }
    return PlannedCase("retries", of: [account], rows.labelled("retries"))
  }

  /// One receipt as a dozen clients would have stored it.
  static func transports(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    let first = account.row(at: account.moments(1, &random)[0], &random)
    let rows = ReceiptEncoding.allCases.map { encoding in
      var row = first
      row.encoding = encoding
      return row
    }
    return PlannedCase("transports", of: [account], rows.labelled("transports"))
  }

  /// Octets behind the end, which some libraries leave there.
  static func trailingOctets(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    var row = account.row(at: account.moments(1, &random)[0], &random)
    row.form = .trailing
    row.encoding = .der
    row.truth.expectedFindings.append("non-canonical-encoding")
    return PlannedCase("trailing-octets", of: [account], [row.labelled("trailing-octets")])
  }

  /// Stored by a host whose clock is hours behind.
  static func clockSkew(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    var row = account.row(at: account.moments(1, &random)[0], &random)
    row.receivedAt -= 5 * ReceiptDate.hour
    return PlannedCase("clock-skew", of: [account], [row.labelled("clock-skew")])
  }

  /// The signer of tokens is valid from then on.
  private static let firstTokens = ReceiptDate.at("2021-09-01")

  /// An app that came to StoreKit 2: receipts first, then signed transactions of the same purchases.
  static func signedTransactions(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(
      random.pick(StoreApp.all), periods: 4, from: firstTokens, &register, &random)
    let moments = account.history.moments
    var rows = moments.prefix(2).map { account.row(at: $0 + 2, &random) }
    for moment in moments.dropFirst(2) {
      for purchase in account.history.rows(at: moment).suffix(2) {
        rows.append(token(account, purchase, at: moment + 40, nil, &random))
      }
    }
    return PlannedCase("signed-transactions", of: [account], rows.labelled("signed-transactions"))
  }

  /// A refund that a receipt of before does not know, and server notifications do.
  static func notified(
    _ label: String, _ types: [String], _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = subscriber(
      random.pick(StoreApp.all), periods: 2, from: firstTokens, &register, &random)
    let moment = account.history.moments.last ?? 0
    var rows = [account.row(at: moment + 2, &random)]
    let bought = account.history.rows(at: moment)
    for (index, type) in types.enumerated() {
      guard var purchase = bought.last else { break }
      let at = moment + Int64(index + 1) * 3 * ReceiptDate.day
      if type == "REFUND" { purchase.cancellationDate = ReceiptDate.text(at - ReceiptDate.hour) }
      rows.append(token(account, purchase, at: at, type, &random))
    }
    return PlannedCase(label, of: [account], rows.labelled(label))
  }

  private static func token(
    _ account: Account, _ purchase: PurchaseDraft, at moment: Int64,
    _ notification: String?, _ random: inout SplitMix64
  ) -> PlannedReceipt {
    var row = account.row(at: moment, &random)
    row.form = .token(
      PlannedToken(purchase: purchase, signedAt: moment, notification: notification))
    return row
  }

  /// An old app that sends an iOS 6 receipt of each period, which has transaction ids of its own, and
  /// a new one that sends app receipts.
  static func transactionReceipts(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    // In the months in which the signer of both was valid.
    let start = ReceiptDate.at("2023-02-10") + random.below(60) * ReceiptDate.day
    let app = random.pick(StoreApp.all)
    var old: [PurchaseDraft] = []
    let account = Account(number: register.next(), app: app, since: start, &random) { numbers in
      var lineage = SubscriptionHistory(app)
      var moment = start + ReceiptDate.hour
      for _ in 0..<3 {
        let end = moment + 30 * ReceiptDate.day
        lineage.add(from: moment, until: end, &numbers)
        moment = end
      }
      old = lineage.entries.dropFirst().map { entry in
        var purchase = entry.purchase
        purchase.transactionID = numbers.transaction()
        return purchase
      }
      return lineage.entries
    }
    let moments = account.history.moments
    var rows = moments.map { account.row(at: $0 + 600, &random) }
    var plan = PlannedCase("ios-6-receipts", of: [account], [])
    for (index, purchase) in old.enumerated() {
      var row = account.row(at: moments[index + 1] + 5, &random)
      row.form = .transactionReceipt(purchase)
      row.deviceID = nil
      rows.append(row)
      // The iOS 6 receipt is of the second of the purchase, and so the first to name an id for it.
      let renewal = account.history.entries[index + 1].purchase
      plan.restorations[renewal.transactionID] = purchase.transactionID
    }
    plan.rows = rows.labelled("ios-6-receipts")
    return plan
  }

  /// What verifyReceipt answered, with the receipt that it is about.
  static func answers(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    let rows = account.moments(2, &random).map { moment in
      var row = account.row(at: moment, &random)
      row.form = .answer(isEdited: false)
      return row
    }
    return PlannedCase("answers", of: [account], rows.labelled("answers"))
  }

  /// What a developer's machine left in production.
  static func xcode(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = customer(nil, &register, &random)
    var row = account.row(at: account.moments(1, &random)[0], &random)
    var draft = ReceiptDraft.xcodeSample(bundleID: row.bundleID)
    draft.creationDate = ReceiptDate.text(row.receivedAt)
    draft.issueDate = draft.creationDate
    row.draft = draft
    row.form = .xcode
    row.deviceID = nil
    row.truth = Truth(
      label: "xcode", reason: .xcodeTestSigner, expectedFindings: ["test-receipt"])
    return PlannedCase("xcode", of: [account], [row])
  }
}
