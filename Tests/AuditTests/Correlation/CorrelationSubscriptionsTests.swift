import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("Subscriptions and cancellations")
struct CorrelationSubscriptionsTests {
  private let states =
    "select state as a, product_id as b, to_char(expires_date at time zone 'UTC', 'YYYY-MM-DD') as c from audit.subscriptions order by 1"
  private let cancellations = "select transaction_id as a, kind as b from audit.cancellations"

  @Test(
    "a renewal recorded ahead covers nothing before it starts, and everything from that second",
    arguments: [
      ("2026-11-30T23:00:00Z", "active period-1"), ("2026-12-01T00:00:00Z", "active period-2"),
      ("2026-12-31T23:59:59Z", "active period-2"), ("2027-01-01T00:00:00Z", "expired period-2"),
    ])
  func futureRenewal(asOf: String, expected: String) throws {
    let store = try AuditedStore(asOf: asOf)
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-11-30T12:00:00Z"),
      .period(
        "9001", lineItem: 2, from: "2026-12-01T00:00:00Z", to: "2027-01-01T00:00:00Z",
        product: "period-2"),
      .period(
        "9000", lineItem: 1, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z",
        product: "period-1"))
    try store.publish()
    #expect(try store.lines(states) == ["\(expected) 2027-01-01"])
  }

  @Test(
    "a cancelled period covers nothing; what is bought after it does",
    arguments: [("2026-11-11T00:00:00Z", "cancelled"), ("2026-11-13T00:00:00Z", "active")])
  func repurchase(asOf: String, state: String) throws {
    let store = try AuditedStore(asOf: asOf)
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-11-12T00:00:01Z"),
      .period(
        "9000", lineItem: 1, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z",
        cancelled: "2026-11-10T00:00:00Z"),
      .period("9001", lineItem: 2, from: "2026-11-12T00:00:00Z", to: "2026-12-12T00:00:00Z"))
    try store.publish()
    #expect(try store.lines("select state from audit.subscriptions") == [state])
    #expect(try store.lines(cancellations) == ["9000 refunded-or-revoked"])
  }

  @Test("a cancellation that many receipts tell of is one row")
  func cancelledOnce() throws {
    let store = try AuditedStore()
    for day in 1...5 {
      try store.add(
        StoredReceipt(id: "r\(day)", account: "1", created: "2026-11-1\(day)T00:00:00Z"),
        .period(
          "9000", lineItem: 1, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z",
          cancelled: "2026-11-10T00:00:00Z"))
    }
    try store.publish()
    #expect(try store.lines("select receipt_id from audit.cancellations") == ["r5"])
    #expect(try store.lines("select cancelled from audit.run_summary") == ["1"])
    #expect(try store.lines("select state from audit.subscriptions") == ["cancelled"])
  }

  @Test("a cancellation at which another plan starts is an upgrade")
  func upgraded() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1"),
      .period(
        "9000", lineItem: 1, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z",
        cancelled: "2026-11-10T00:00:00Z"),
      .period(
        "9001", lineItem: 2, from: "2026-11-10T00:00:03Z", to: "2026-12-10T00:00:00Z",
        product: "platinum"))
    try store.publish()
    #expect(try store.lines(cancellations) == ["9000 upgraded"])
    #expect(try store.lines(states) == ["active platinum 2026-12-10"])
  }

  @Test("the newest receipt wins: a refund can be reversed")
  func reversed() throws {
    let store = try AuditedStore()
    let whole = StoredPurchase.period(
      "9000", lineItem: 1, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z")
    var refunded = whole
    refunded.cancelled = "2026-11-10T00:00:00Z"
    try store.add(StoredReceipt(id: "b", account: "1", created: "2026-11-20T00:00:00Z"), whole)
    try store.add(StoredReceipt(id: "a", account: "1", created: "2026-11-11T00:00:00Z"), refunded)
    try store.publish()
    #expect(try store.lines(cancellations) == [])
    #expect(try store.lines("select state from audit.subscriptions") == ["active"])
  }

  @Test("an expired lineage says for how long, belongs to its newest account, and is one finding")
  func expired() throws {
    let store = try AuditedStore()
    let period = StoredPurchase.period(
      "9000", lineItem: 1, from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z", isTrial: true)
    try store.add(StoredReceipt(id: "b", account: "2", created: "2026-10-20T00:00:00Z"), period)
    try store.add(StoredReceipt(id: "a", account: "1", created: "2026-10-02T00:00:00Z"), period)
    try store.publish()
    let expired =
      "select account_id as a, expired_for::text as b, in_trial as c from audit.expired_subscriptions"
    #expect(try store.lines(expired) == ["2 29 days false"])
    let found = "select severity from audit.findings where rule = 'expired-subscription'"
    #expect(try store.lines(found) == ["info"])
    #expect(try store.lines("select trials from audit.run_summary") == ["1"])
  }

  @Test("a lineage that starts after as-of is not listed; sandbox lineages are apart")
  func apart() throws {
    let store = try AuditedStore(asOf: "2026-10-15T00:00:00Z")
    let period = StoredPurchase.period(
      "9000", lineItem: 1, from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z", isTrial: true)
    let later = StoredPurchase.period(
      "9500", lineItem: 9, from: "2026-10-16T00:00:00Z", to: "2026-11-16T00:00:00Z",
      original: "9500")
    try store.add(StoredReceipt(id: "a", account: "1"), period, later)
    try store.add(StoredReceipt(id: "b", account: "1", environment: "sandbox"), period)
    let listed =
      "select environment as a, original_transaction_id as b, in_trial as c from audit.subscriptions order by 1"
    try store.publish()
    #expect(try store.lines(listed) == ["production 9000 true", "sandbox 9000 true"])
  }
}
