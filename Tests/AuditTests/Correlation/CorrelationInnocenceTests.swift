import Audit
import PostgreSQL
import TestSupport
import Testing

/// What looks like a fault in receipts and is none.
@Suite("Innocent things in receipts")
struct CorrelationInnocenceTests {
  @Test("a lineage without its first transaction, with ids out of order and an overlap, is sound")
  func soundLineage() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-11-20T00:00:00Z"),
      .period("9007", lineItem: 7, from: "2026-09-01T00:00:00Z", to: "2026-10-01T00:00:00Z"),
      .period("9003", lineItem: 3, from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z"),
      .period(
        "9005", lineItem: 5, from: "2026-10-20T00:00:00Z", to: "2026-12-20T00:00:00Z",
        product: "platinum"))
    try store.publish()
    #expect(try store.lines("select rule as a from audit.findings") == [])
    let state =
      "select state as a, product_id as b, started_at::date as c from audit.subscriptions"
    #expect(try store.lines(state) == ["active platinum 2026-09-01"])
  }

  @Test("a period that a newer receipt extends is one purchase that conflicts with nothing")
  func extended() throws {
    let store = try AuditedStore()
    let period = StoredPurchase.period(
      "9000", lineItem: 1, from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z")
    var longer = period
    longer.expires = "2026-12-05T00:00:00Z"
    try store.add(StoredReceipt(id: "b", account: "1", created: "2026-10-02T00:00:00Z"), period)
    try store.add(StoredReceipt(id: "a", account: "1", created: "2026-10-20T00:00:00Z"), longer)
    try store.publish()
    #expect(try store.lines("select rule as a from audit.findings") == [])
    #expect(try store.lines("select state as a from audit.subscriptions") == ["active"])
    #expect(
      try store.lines("select class as a from audit.duplicate_transactions") == ["expected-repeat"])
    #expect(try store.lines("select purchases as a from audit.run_summary") == ["1"])
  }

  @Test("a restored purchase whose date is that of the restore conflicts with nothing")
  func restoredDate() throws {
    let store = try AuditedStore()
    let bought = StoredPurchase(id: "1000", product: "level", type: "non-consumable")
    var restored = bought
    restored.purchased = "2026-01-20T00:00:00Z"
    try store.add(StoredReceipt(id: "a", account: "1"), bought)
    try store.add(
      StoredReceipt(id: "b", account: "1", created: "2026-01-20T00:00:00Z"), restored)
    try store.publish()
    #expect(try store.alarms() == [])
    #expect(try store.lines("select purchases as a from audit.run_summary") == ["1"])
  }

  @Test("a purchase that a newer receipt lacks was not refunded: consumables leave receipts")
  func usedUp() throws {
    let store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "2000"))
    try store.add(StoredReceipt(id: "b", account: "1", created: "2026-01-09T00:00:00Z"))
    try store.publish()
    #expect(try store.lines("select kind as a from audit.cancellations") == [])
    #expect(try store.alarms() == [])
  }

  @Test("a refund and the same product bought again are both kept")
  func boughtAgain() throws {
    let store = try AuditedStore()
    var refunded = StoredPurchase(id: "1000", product: "level", type: "non-consumable")
    refunded.cancelled = "2026-01-10T00:00:00Z"
    let again = StoredPurchase(
      id: "1050", product: "level", type: "non-consumable", purchased: "2026-02-01T00:00:00Z")
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-02-02T00:00:00Z"), refunded, again)
    try store.publish()
    #expect(
      try store.lines(
        "select transaction_id as a, kind as b, stated_at::date as c from audit.cancellations")
        == ["1000 refunded-or-revoked 2026-02-02"])
    #expect(try store.lines("select purchases as a from audit.run_summary") == ["2"])
  }

  @Test("sandbox receipts are found one by one, until their app allows them")
  func sandbox() throws {
    var store = try AuditedStore()
    for number in 0..<40 {
      let id = "s\(number)"
      try store.add(
        StoredReceipt(
          id: id, account: number % 2 == 0 ? "1" : "2", environment: "sandbox"))
      try store.addFinding("sandbox-receipt", receipt: id, severity: "warning")
    }
    try store.publish()
    let found =
      "select account_id as a, count(*) as b from audit.findings where rule = 'sandbox-receipt' and status = 'open' group by 1 order by 1"
    #expect(try store.lines(found) == ["1 20", "2 20"])
    try store.connection.query(
      "insert into audit.apps (bundle_id, sandbox_allowed) values ('com.example.one', true)")
    try store.startRun()
    try store.publish()
    #expect(try store.lines(found) == [])
  }
}
