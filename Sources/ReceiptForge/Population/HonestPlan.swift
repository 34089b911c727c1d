import ReceiptVerification

/// What honest customers and testers store.
enum HonestPlan {
  /// The receipts that one account sends over time: each lists everything so far.
  static func account(number: Int, _ random: inout SplitMix64) -> [PlannedReceipt] {
    let account = Account(number: number, store: random.chance(3) ? .sandbox : .production, &random)
    let count = account.store == .sandbox ? 1 : 1 + random.below(6)
    return moments(of: account, count, &random).map { row(account, at: $0, &random) }
  }

  /// Up to `count` of the moments at which something new happened, the last one among them.
  static func moments(
    of account: Account, _ count: Int, _ random: inout SplitMix64
  ) -> [Int64] {
    var known = account.history.moments.filter { $0 < Account.horizon }
    guard let last = known.popLast() else {
      return [account.appPurchased + ReceiptDate.minute]
    }
    var chosen: Set<Int64> = [last]
    for _ in 1..<count where !known.isEmpty { chosen.insert(random.pick(known)) }
    return chosen.sorted().map { $0 + random.below(4) }
  }

  /// One receipt of the account as most clients store it, sometimes damaged on the way.
  static func row(
    _ account: Account, at moment: Int64, _ random: inout SplitMix64
  ) -> PlannedReceipt {
    let draft = account.receipt(at: moment, &random)
    var row = PlannedReceipt(
      accountID: account.id, bundleID: account.app.bundleID,
      deviceID: random.chance(70) ? account.deviceID : nil, draft: draft,
      encoding: encoding(&random), receivedAt: moment + 1 + random.below(300),
      truth: truth(draft))
    damage(&row, &random)
    return row
  }

  static func encoding(_ random: inout SplitMix64) -> ReceiptEncoding {
    switch random.below(100) {
    case 0..<60: .base64
    case 60..<84: .der
    case 84..<89: .folded
    case 89..<93: .urlSafe
    case 93..<96: .unpadded
    case 96..<98: .escapedSlashes
    case 98: .percentEncoded
    default: .doubleBase64
    }
  }

  private static func truth(_ draft: ReceiptDraft) -> Truth {
    var findings: [String] = []
    if draft.store == .sandbox { findings.append("sandbox-receipt") }
    if draft.purchases.isEmpty { findings.append("no-purchases") }
    let label = draft.store == .sandbox ? "sandbox" : "genuine"
    return Truth(label: label, reason: .ok, expectedFindings: findings)
  }

  private static func damage(_ row: inout PlannedReceipt, _ random: inout SplitMix64) {
    switch random.below(1000) {
    case 0..<3:
      row.form = .truncated
      row.encoding = .base64
      row.truth = Truth(
        label: "truncated", reason: .truncated, expectedFindings: ["corrupt-receipt"])
    case 3:
      row.form = .empty
      row.truth = Truth(label: "empty", reason: .empty)
    case 4:
      row.form = .null
      row.truth = Truth(label: "null", reason: .null)
    default: break
    }
  }
}
