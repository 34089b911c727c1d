import ReceiptVerification

extension PlannedCase {
  /// What the store says in rows that count: genuine, of apps of ours, and not of a developer's
  /// own machine.
  func sightings(from firstID: Int64) -> [Sighting] {
    var sightings: [Sighting] = []
    for (offset, row) in rows.enumerated() where row.counts {
      let (at, purchases) = row.stated
      for purchase in purchases {
        sightings.append(
          Sighting(
            receiptID: firstID + Int64(offset), accountID: row.accountID,
            environment: row.draft.store.rawValue, app: StoreApp.named(row.draft.bundleID ?? ""),
            bundleID: row.draft.bundleID ?? "", at: at, purchase: purchase))
      }
    }
    return sightings
  }

  func transactions(_ sightings: [Sighting]) -> [TransactionTruth] {
    let seen = Set(sightings.map(\.purchase.transactionID))
    return sightings.grouped { "\($0.bundleID) \($0.purchase.transactionID)" }.map { group in
      let first = group[0]
      let id = first.purchase.transactionID
      let receipts = Set(group.map(\.receiptID)).count
      // Restored, as far as the receipts show the id that it had before.
      let isRestored = restorations[id].map(seen.contains) ?? false
      return TransactionTruth(
        environment: first.environment, bundleID: first.bundleID, transactionID: id,
        repetition: Self.repetition(
          accounts: group.accounts.count, receipts: receipts, isRestored: isRestored, first.app),
        receipts: receipts, accounts: group.accounts.count,
        firstSeen: group.map(\.at).min() ?? 0, lastSeen: group.map(\.at).max() ?? 0)
    }
  }

  private static func repetition(
    accounts: Int, receipts: Int, isRestored: Bool, _ app: StoreApp
  ) -> String? {
    if accounts > app.sharing.maxAccounts { return "cross-account-replay" }
    if accounts > 1 { return "shared-across-accounts" }
    if isRestored { return "restored" }
    guard receipts > 1 else { return nil }
    return accounts == 1 ? "expected-repeat" : "unattributed"
  }

  /// The newest statement of each purchase.
  static func purchases(_ sightings: [Sighting]) -> [Sighting] {
    sightings.grouped(\.identity).compactMap { $0.min(by: Sighting.isNewer) }
  }

  func cancellations(_ sightings: [Sighting]) -> [CancellationTruth] {
    Self.purchases(sightings).compactMap { purchase in
      guard let cancelledAt = purchase.cancelledAt else { return nil }
      let saying = sightings.filter {
        $0.purchase.transactionID == purchase.purchase.transactionID
          && $0.cancelledAt == cancelledAt
      }
      let ids = [purchase.purchase.transactionID, restorations[purchase.purchase.transactionID]]
      return CancellationTruth(
        environment: purchase.environment, bundleID: purchase.bundleID,
        productID: purchase.purchase.productID, transactionID: purchase.purchase.transactionID,
        originalTransactionID: purchase.original, lineItem: purchase.purchase.webOrderLineItemID,
        purchasedAt: purchase.boughtAt, cancelledAt: cancelledAt, accountID: purchase.accountID,
        receiptID: saying.newestMention ?? 0,
        kind: ids.compactMap { $0 }.contains(where: upgraded.contains)
          ? "upgraded" : "refunded-or-revoked")
    }
  }

  func lineages(_ sightings: [Sighting], at asOf: Int64) -> [LineageTruth] {
    sightings.grouped { "\($0.bundleID) \($0.original)" }.compactMap { lineage in
      let periods = Self.purchases(
        lineage.filter { $0.purchase.productType == .autoRenewableSubscription })
      guard let newest = lineage.min(by: Sighting.isNewer),
        let startedAt = periods.map(\.boughtAt).min(), startedAt <= asOf
      else { return nil }
      let kept = periods.filter { $0.cancelledAt == nil }
      let covering = kept.filter { $0.boughtAt <= asOf && asOf < $0.endsAt ?? 0 }
      let started = periods.filter { $0.boughtAt <= asOf }
      guard
        let speaking = (covering.isEmpty ? started : covering).max(by: {
          ($0.boughtAt, $0.endsAt ?? 0) < ($1.boughtAt, $1.endsAt ?? 0)
        })
      else { return nil }
      let state =
        !covering.isEmpty ? "active" : speaking.cancelledAt != nil ? "cancelled" : "expired"
      let ends = (kept.isEmpty ? periods : kept).compactMap(\.endsAt)
      return LineageTruth(
        environment: newest.environment, bundleID: newest.bundleID,
        originalTransactionID: newest.original, productID: speaking.purchase.productID,
        accountID: newest.accountID, receiptID: lineage.newestReceipt ?? 0, state: state,
        startedAt: startedAt, expiresAt: ends.max() ?? 0,
        isInTrial: !covering.isEmpty && speaking.purchase.isTrialPeriod)
    }
  }
}

extension PlannedReceipt {
  /// Genuine, of an app of ours, and of a store.
  var counts: Bool {
    let isOurs =
      draft.bundleID == bundleID || StoreApp.all.contains { $0.bundleID == draft.bundleID }
    return truth.verdict == .genuine && isOurs && draft.store != .xcode
  }
}

extension StoreApp {
  /// The app of a bundle id; what is not listed is under the policy of those that are not.
  static func named(_ bundleID: String) -> StoreApp {
    all.first { $0.bundleID == bundleID } ?? meadow.underPartnersName
  }
}

extension Sequence<Sighting> {
  /// The newest receipt among them; of one moment's, the first key.
  fileprivate var newestMention: Int64? {
    self.max { ($0.at, String($1.receiptID)) < ($1.at, String($0.receiptID)) }?.receiptID
  }
}
