/// Rows that were planned together, and what their planner knows of them. No purchase, payload or
/// download of one case is in another.
struct PlannedCase: Sendable {
  /// What the case is, in one kebab-case word.
  var label: String
  /// Whether somebody cheats in it.
  var isFraud = false
  var rows: [PlannedReceipt]
  /// Transaction ids whose cancellation was an upgrade.
  var upgraded: Set<String> = []
  /// Transaction ids that restores gave out, each with the one that it stands in for.
  var restorations: [String: String] = [:]

  init(_ label: String, isFraud: Bool = false, of accounts: [Account], _ rows: [PlannedReceipt]) {
    self.label = label
    self.isFraud = isFraud
    self.rows = rows
    for account in accounts {
      upgraded.formUnion(account.history.upgraded)
      restorations.merge(account.history.restorations) { first, _ in first }
    }
  }
}

/// Gives accounts their numbers.
struct AccountRegister: Sendable {
  private var count = 0

  mutating func next() -> Int {
    count += 1
    return count
  }
}
