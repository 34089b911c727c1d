import Audit
import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Nights against one comparison of everything")
struct CorrelationSequencesTests {
  /// More of them where the environment asks for it.
  private static let seeds =
    1...(ProcessInfo.processInfo.environment["RECEIPT_SEQUENCES"].flatMap(UInt64.init) ?? 8)

  @Test(
    "whatever nights brought, the tables are those of one full comparison",
    arguments: seeds)
  func sequences(seed: UInt64) throws {
    var history = try RandomNights(seed: seed)
    var nights = 0
    // Changed policies and runs thrown away leave some nights with nothing to go on from.
    while nights < 5 || history.incremental < 2 && nights < 20 {
      try history.night()
      nights += 1
    }
    if history.isThrownAway {
      try history.store.startRun(asOf: history.asOf)
      try history.store.publish()
    }
    let nightly = try history.store.results(ofHistory: true)
    let told = try history.store.results(ofHistory: false)

    try history.store.startRun(asOf: history.asOf, full: true)
    #expect(try history.store.publish() == .full)
    for table in [
      "duplicate_transactions", "cancellations", "subscriptions", "findings", "account_links",
      "account_clusters", "counted_apps",
    ] {
      let written =
        "select count(*) as n from audit_data.\(table) where \(history.store.runID) in (run_id, superseded_by)"
      #expect(try history.store.lines(written) == ["0"], "\(table) of seed \(seed)")
    }
    let full = try history.store.results(ofHistory: true)
    for (view, rows) in nightly {
      let again = Set(rows).symmetricDifference(full[view] ?? [])
      #expect(again.isEmpty, "\(view) of seed \(seed), compared again")
    }
    let fresh = try history.retold().results(ofHistory: false)
    for (view, rows) in told {
      let anew = Set(rows).symmetricDifference(fresh[view] ?? [])
      #expect(anew.isEmpty, "\(view) of seed \(seed), from nothing")
    }
    #expect(history.incremental >= 2, "seed \(seed)")
  }
}
