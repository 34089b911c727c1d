import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("Duplicate transactions")
struct CorrelationDuplicatesTests {
  private let classes =
    "select transaction_id as a, class as b, receipts as c, accounts as d from audit.duplicate_transactions order by 1"

  @Test("distinct consumables whose line item is 0 are no duplicates")
  func zeroLineItem() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "11"), StoredPurchase(id: "12"),
      StoredPurchase(id: "13"), StoredPurchase(id: "14"), StoredPurchase(id: "15"))
    try store.publish()
    #expect(try store.lines(classes) == [])
    #expect(try store.alarms() == [])
    #expect(try store.lines("select purchases from audit.run_summary") == ["5"])
  }

  @Test("a restore under a new transaction id is one purchase and no fraud")
  func restored() throws {
    let store = try AuditedStore()
    let first = StoredPurchase.period(
      "1000", lineItem: 555, from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z",
      original: "1000")
    var later = first
    later.id = "1002"
    try store.add(StoredReceipt(id: "a", account: "1"), first)
    try store.add(StoredReceipt(id: "b", account: "1", created: "2026-01-05T00:00:00Z"), later)
    try store.publish()
    #expect(try store.lines(classes) == ["1002 restored 1 1"])
    #expect(try store.alarms() == [])
    #expect(try store.lines("select purchases from audit.run_summary") == ["1"])
  }

  @Test("a restored non-consumable is one purchase by its original")
  func restoredNonConsumable() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1"),
      StoredPurchase(id: "1000", product: "level", type: "non-consumable"))
    try store.add(
      StoredReceipt(id: "b", account: "1", created: "2026-01-05T00:00:00Z"),
      StoredPurchase(id: "1002", original: "1000", product: "level", type: "non-consumable"))
    try store.publish()
    #expect(try store.lines(classes) == ["1002 restored 1 1"])
    #expect(try store.lines("select purchases from audit.run_summary") == ["1"])
  }

  @Test("one account's repeated receipts are expected")
  func expectedRepeat() throws {
    let store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "2000"))
    try store.add(StoredReceipt(id: "b", account: "1"), StoredPurchase(id: "2000"))
    try store.add(StoredReceipt(id: "c", account: nil), StoredPurchase(id: "2000"))
    try store.publish()
    #expect(try store.lines(classes) == ["2000 expected-repeat 3 1"])
    #expect(try store.alarms() == [])
  }

  @Test("two accounts under transfer are a warning that names both owners with dates")
  func shared() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "b", account: "2", created: "2026-01-03T00:00:00Z"),
      StoredPurchase(id: "2000"))
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-01-02T00:00:00Z"),
      StoredPurchase(id: "2000"))
    try store.publish()
    #expect(try store.lines(classes) == ["2000 shared-across-accounts 2 2"])
    #expect(try store.alarms() == ["duplicate-transaction warning 2000"])
    let owners =
      "select o ->> 'account_id' as a, o ->> 'first_seen' as b from audit.findings, jsonb_array_elements(evidence -> 'owners') o"
    #expect(try store.lines(owners) == ["1 2026-01-02T00:00:00Z", "2 2026-01-03T00:00:00Z"])
  }

  @Test("sixty accounts are a critical replay")
  func replay() throws {
    let store = try AuditedStore()
    for account in 1...60 {
      try store.add(
        StoredReceipt(id: "r\(account)", account: "\(account)"), StoredPurchase(id: "2000"))
    }
    try store.publish()
    #expect(try store.lines(classes) == ["2000 cross-account-replay 60 60"])
    #expect(try store.alarms() == ["duplicate-transaction critical 2000"])
  }

  @Test(
    "the app's policy grades the number of accounts",
    arguments: [
      ("keep", nil, 2, "critical"), ("transfer", nil, 3, "warning"),
      ("transfer", nil, 4, "critical"), ("share", nil, 6, "info"), ("share", nil, 7, "critical"),
      ("share", 2, 3, "critical"), ("keep", 2, 2, "warning"),
    ] as [(String, Int32?, Int, String)])
  func policies(policy: String, limit: Int32?, accounts: Int, severity: String) throws {
    let store = try AuditedStore()
    try store.app("com.example.one", policy: policy, maxAccounts: limit)
    for account in 1...accounts {
      try store.add(
        StoredReceipt(id: "r\(account)", account: "\(account)"), StoredPurchase(id: "2000"))
    }
    try store.publish()
    #expect(try store.alarms() == ["duplicate-transaction \(severity) 2000"])
  }

  @Test("the same payload under two accounts is a duplicate receipt")
  func duplicateReceipt() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1", payload: "p"), StoredPurchase(id: "2000"))
    try store.add(
      StoredReceipt(id: "b", account: "2", payload: "p"), StoredPurchase(id: "2000"))
    try store.publish()
    #expect(
      try store.alarms() == ["duplicate-receipt warning a", "duplicate-transaction warning 2000"])
  }

  @Test("environments, bundle ids and absent accounts are never taken for replay")
  func neverCompared() throws {
    let store = try AuditedStore()
    let purchase = StoredPurchase(id: "2000")
    try store.add(StoredReceipt(id: "a", account: "1"), purchase)
    try store.add(StoredReceipt(id: "b", account: "2", environment: "sandbox"), purchase)
    try store.add(StoredReceipt(id: "c", account: "3", bundleID: "com.example.two"), purchase)
    try store.add(StoredReceipt(id: "d"), StoredPurchase(id: "2001"))
    try store.add(StoredReceipt(id: "e"), StoredPurchase(id: "2001"))
    try store.publish()
    #expect(try store.lines(classes) == ["2001 unattributed 2 0"])
    #expect(try store.alarms() == [])
  }

  @Test("claims of receipts that are not genuine are not compared")
  func claims() throws {
    let store = try AuditedStore()
    for account in 1...60 {
      try store.add(
        StoredReceipt(id: "r\(account)", account: "\(account)", verdict: "forged", payload: "p"),
        StoredPurchase(id: "2000"))
    }
    try store.addFinding("forged-receipt", receipt: "r1", evidence: ["reason": "payload-altered"])
    try store.publish()
    #expect(try store.lines(classes) == [])
    #expect(try store.alarms() == ["forged-receipt critical r1"])
    let sharing = "select evidence -> 'accounts_sharing_payload' as n from audit.findings"
    #expect(try store.lines(sharing) == ["60"])
  }

  @Test("contents that conflict are critical, whoever holds them")
  func conflicting() throws {
    let store = try AuditedStore()
    try store.add(StoredReceipt(id: "a", account: "1"), StoredPurchase(id: "2000"))
    try store.add(
      StoredReceipt(id: "b", account: "1"), StoredPurchase(id: "2000", product: "diamonds"))
    try store.publish()
    #expect(try store.lines(classes) == ["2000 conflicting-content 2 1"])
    #expect(try store.alarms() == ["conflicting-transaction critical 2000"])
  }

  @Test("a lineage that accounts share by different renewals is found on its original id")
  func sharedLineage() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1"),
      .period("9000", lineItem: 1, from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z"))
    try store.add(
      StoredReceipt(id: "b", account: "2"),
      .period("9001", lineItem: 2, from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z"))
    try store.publish()
    #expect(try store.lines(classes) == [])
    #expect(try store.alarms() == ["duplicate-transaction warning 9000"])
  }
}
