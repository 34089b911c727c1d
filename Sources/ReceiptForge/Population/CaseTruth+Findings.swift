import ReceiptVerification

extension PlannedCase {
  /// The truth about its rows, which are numbered from `firstID` on.
  func truth(from firstID: Int64, at asOf: Int64) -> CaseTruth {
    let sightings = sightings(from: firstID)
    var truth = CaseTruth(label: label, isFraud: isFraud)
    truth.transactions = transactions(sightings)
    truth.cancellations = cancellations(sightings)
    truth.lineages = lineages(sightings, at: asOf)
    truth.accounts = accounts(sightings)
    truth.findings =
      ofReceipts(from: firstID) + payloads(from: firstID) + shared(sightings, truth.transactions)
      + truth.cancellations.map {
        FindingTruth(
          rule: "cancelled-purchase", severity: "info",
          subject: "\($0.environment) \($0.bundleID) \($0.transactionID)")
      }
      + truth.lineages.filter { $0.state == "expired" }.map {
        FindingTruth(
          rule: "expired-subscription", severity: "info",
          subject: "\($0.environment) \($0.bundleID) \($0.originalTransactionID)")
      }
    return truth
  }

  /// Names in each row what it shares with other accounts' rows.
  mutating func nameWhatIsShared() {
    let shared = Set(shared(sightings(from: 0), transactions(sightings(from: 0))).map(\.subject))
    for index in rows.indices where rows[index].counts {
      let bundleID = rows[index].draft.bundleID ?? ""
      let store = rows[index].draft.store.rawValue
      let isShared = rows[index].stated.purchases.contains { purchase in
        [purchase.transactionID, purchase.originalTransactionID ?? purchase.transactionID].contains
        { shared.contains("\(store) \(bundleID) \($0)") }
      }
      if isShared { rows[index].truth.expectedFindings.append("duplicate-transaction") }
    }
    for group in payloadGroups where group.accounts > 1 {
      for index in group.indices { rows[index].truth.expectedFindings.append("duplicate-receipt") }
    }
  }

  private func ofReceipts(from firstID: Int64) -> [FindingTruth] {
    rows.enumerated().flatMap { offset, row in
      row.truth.expectedFindings.filter { !$0.hasPrefix("duplicate-") }.map { rule in
        FindingTruth(
          rule: rule, severity: Self.severity(of: rule), subject: String(firstID + Int64(offset)))
      }
    }
  }

  /// One finding for each payload that several accounts sent, on the receipt that came in first.
  private func payloads(from firstID: Int64) -> [FindingTruth] {
    payloadGroups.filter { $0.accounts > 1 }.compactMap { group in
      let first = group.indices.min {
        let (one, other) = (rows[$0].receivedAt, rows[$1].receivedAt)
        return one == other
          ? String(firstID + Int64($0)) < String(firstID + Int64($1)) : one < other
      }
      return first.map { index in
        FindingTruth(
          rule: "duplicate-receipt",
          severity: Self.severity(
            accounts: group.accounts, StoreApp.named(rows[index].draft.bundleID ?? "")),
          subject: String(firstID + Int64(index)))
      }
    }
  }

  /// Rows that count, by their payload.
  var payloadGroups: [(indices: [Int], accounts: Int)] {
    var groups: [[Int]] = []
    for index in rows.indices where rows[index].counts {
      if let place = groups.firstIndex(where: { rows[$0[0]].sharesPayload(with: rows[index]) }) {
        groups[place].append(index)
      } else {
        groups.append([index])
      }
    }
    return groups.map { ($0, Set($0.compactMap { rows[$0].accountID }).count) }
  }

  /// Transactions that several accounts use, and lineages that more of them use than any of their
  /// transactions shows.
  private func shared(
    _ sightings: [Sighting], _ transactions: [TransactionTruth]
  ) -> [FindingTruth] {
    var accounts: [String: Int] = [:]
    for transaction in transactions where transaction.accounts > 1 {
      let subject =
        "\(transaction.environment) \(transaction.bundleID) \(transaction.transactionID)"
      accounts[subject] = transaction.accounts
    }
    for lineage in sightings.grouped({ "\($0.bundleID) \($0.original)" }) {
      let widest = lineage.grouped(\.purchase.transactionID).map(\.accounts.count).max() ?? 0
      let subject = "\(lineage[0].environment) \(lineage[0].bundleID) \(lineage[0].original)"
      if lineage.accounts.count > max(1, widest) { accounts[subject] = lineage.accounts.count }
    }
    return accounts.sorted { $0.key < $1.key }.map { subject, accounts in
      let bundleID = String(subject.split(separator: " ")[1])
      return FindingTruth(
        rule: "duplicate-transaction",
        severity: Self.severity(accounts: accounts, StoreApp.named(bundleID)), subject: subject)
    }
  }

  private static func severity(accounts: Int, _ app: StoreApp) -> String {
    if accounts > app.sharing.maxAccounts { return "critical" }
    return app.sharing == .share ? "info" : "warning"
  }

  private static func severity(of rule: String) -> String {
    switch rule {
    case "forged-receipt", "known-forgery", "foreign-app": "critical"
    case "untrusted-receipt", "corrupt-receipt", "test-receipt", "sandbox-receipt",
      "implausible-content":
      "warning"
    default: "info"
    }
  }
}
