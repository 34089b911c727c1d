import ReceiptVerification

/// What honest customers and testers store.
enum HonestPlan {
  /// The receipts that one account sends over time, `limit` at most: each lists everything so far.
  static func account(
    number: Int, limit: Int, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = Account(number: number, store: random.chance(3) ? .sandbox : .production, &random)
    let count = account.store == .sandbox ? 1 : 1 + random.below(6)
    let rows = account.moments(min(count, limit), &random).map { row(account, at: $0, &random) }
    return PlannedCase("honest", of: [account], rows)
  }

  /// One receipt of the account as most clients store it, sometimes damaged on the way.
  private static func row(
    _ account: Account, at moment: Int64, _ random: inout SplitMix64
  ) -> PlannedReceipt {
    var row = account.row(at: moment, &random)
    if !random.chance(70) { row.deviceID = nil }
    damage(&row, &random)
    return row
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

extension Account {
  /// Up to `count` of the moments at which something new happened, the last one among them.
  func moments(_ count: Int, _ random: inout SplitMix64) -> [Int64] {
    var known = history.moments.filter { $0 < Account.horizon }
    guard let last = known.popLast() else { return [appPurchased + ReceiptDate.minute] }
    var chosen: Set<Int64> = [last]
    for _ in 1..<max(1, count) where !known.isEmpty { chosen.insert(random.pick(known)) }
    return chosen.sorted().map { $0 + random.below(4) }
  }

  /// The row of a receipt made at that moment, whole and of this device.
  func row(at moment: Int64, _ random: inout SplitMix64) -> PlannedReceipt {
    let draft = receipt(at: moment, &random)
    return PlannedReceipt(
      accountID: id, bundleID: app.bundleID, deviceID: deviceID, draft: draft,
      encoding: .common(&random), receivedAt: moment + 1 + random.below(300),
      truth: truth(draft))
  }

  private func truth(_ draft: ReceiptDraft) -> Truth {
    var findings: [String] = []
    if store == .sandbox, !app.allowsSandbox { findings.append("sandbox-receipt") }
    if draft.purchases.isEmpty { findings.append("no-purchases") }
    return Truth(
      label: store == .sandbox ? "sandbox" : "genuine", reason: .ok, expectedFindings: findings)
  }
}

extension ReceiptEncoding {
  /// One of those that are met in columns, as often as it is met.
  static func common(_ random: inout SplitMix64) -> ReceiptEncoding {
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
}
