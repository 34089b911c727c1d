import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("What renewal info adds to subscriptions")
struct CorrelationRenewalsTests {
  private let said =
    "select state as a, will_renew as b, in_billing_retry as c, to_char(grace_until at time zone 'UTC', 'YYYY-MM-DD') as d from audit.subscriptions"

  /// A lineage that ran out on 2026-11-20.
  private func lapsed() throws -> AuditedStore {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-11-01T00:00:00Z"),
      .period("9000", lineItem: 1, from: "2026-10-20T00:00:00Z", to: "2026-11-20T00:00:00Z"))
    return store
  }

  @Test("without any, nothing is said of renewal, retry and grace")
  func none() throws {
    let store = try lapsed()
    try store.publish()
    #expect(try store.lines(said) == ["expired - - -"])
  }

  @Test("the newest verified one speaks, also of a lineage that has run out by its receipts")
  func newest() throws {
    let store = try lapsed()
    try store.addRenewal(
      of: "9000", row: "n1", signed: "2026-11-21T00:00:00Z", willRenew: true, isInRetry: true,
      graceUntil: "2026-12-06T00:00:00Z")
    try store.addRenewal(
      of: "9000", row: "n0", signed: "2026-11-02T00:00:00Z", willRenew: false, isInRetry: false)
    try store.addRenewal(
      of: "9000", row: "n2", signed: "2026-11-25T00:00:00Z", willRenew: false, isVerified: false)
    try store.publish()
    #expect(try store.lines(said) == ["expired true true 2026-12-06"])
    let expired =
      "select will_renew as a, in_billing_retry as b, grace_until is not null as c from audit.expired_subscriptions"
    #expect(try store.lines(expired) == ["true true true"])
  }

  @Test("of another environment or lineage, or not published yet, it says nothing")
  func others() throws {
    var store = try lapsed()
    try store.addRenewal(
      of: "9000", row: "s", signed: "2026-11-21T00:00:00Z", willRenew: true,
      environment: "sandbox")
    try store.addRenewal(of: "9001", row: "o", signed: "2026-11-21T00:00:00Z", willRenew: true)
    try store.publish()
    try store.startRun()
    try store.addRenewal(of: "9000", row: "n", signed: "2026-11-22T00:00:00Z", willRenew: false)
    #expect(try store.lines(said) == ["expired - - -"])
    try store.publish()
    #expect(try store.lines(said) == ["expired false - -"])
  }
}
