import ReceiptVerification

extension PlannedCase {
  /// Its accounts, with those that share a lineage, a payload or a download id, directly or through
  /// one another.
  func accounts(_ sightings: [Sighting]) -> [AccountTruth] {
    var ties = sightings.grouped { "\($0.environment) \($0.bundleID) \($0.original)" }.map(
      \.accounts)
    ties += payloadGroups.map { group in Set(group.indices.compactMap { rows[$0].accountID }) }
    let downloads = Dictionary(
      grouping: rows.filter { $0.counts && $0.downloadID != 0 }, by: \.downloadID)
    ties += downloads.values.map { Set($0.compactMap(\.accountID)) }

    var clusters: [Set<String>] = []
    for tie in ties where tie.count > 1 {
      let touched = clusters.filter { !$0.isDisjoint(with: tie) }
      clusters.removeAll { !$0.isDisjoint(with: tie) }
      clusters.append(touched.reduce(tie) { $0.union($1) })
    }
    return Set(rows.compactMap(\.accountID)).sorted().map { account in
      let cluster = clusters.first { $0.contains(account) }
      return AccountTruth(
        accountID: account, clusterID: cluster?.min(), clusterAccounts: cluster?.count)
    }
  }
}
