import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("Clusters of accounts")
struct CorrelationClustersTests {
  private let clusters =
    "select array_to_string(account_ids, ',') as a, accounts as b, lineages as c, payloads as d, downloads as e, to_char(first_seen at time zone 'UTC', 'YYYY-MM-DD') as f, to_char(last_seen at time zone 'UTC', 'YYYY-MM-DD') as g from audit.account_clusters order by 1"

  @Test("accounts are tied by transactions, payloads and download ids, and through one another")
  func chain() throws {
    let store = try AuditedStore()
    try store.add(
      StoredReceipt(id: "a", account: "1", created: "2026-01-01T00:00:00Z", payload: "p"),
      StoredPurchase(id: "10"))
    try store.add(
      StoredReceipt(id: "b", account: "2", created: "2026-01-02T00:00:00Z"),
      StoredPurchase(id: "10"))
    try store.add(
      StoredReceipt(id: "c", account: "3", created: "2026-01-04T00:00:00Z", payload: "q"),
      StoredPurchase(id: "30"))
    try store.add(
      StoredReceipt(id: "d", account: "2", created: "2026-01-03T00:00:00Z", payload: "q"))
    try store.add(StoredReceipt(id: "e", account: "8", download: 77))
    try store.add(StoredReceipt(id: "f", account: "9", download: 77))
    try store.add(StoredReceipt(id: "g", account: "5", download: 78), StoredPurchase(id: "50"))
    try store.publish()
    #expect(
      try store.lines(clusters) == [
        "1,2,3 3 1 1 0 2026-01-01 2026-01-04", "8,9 2 0 0 1 2026-01-01 2026-01-01",
      ])
  }

  @Test("a night may join two clusters, and take one apart")
  func nights() throws {
    var store = try AuditedStore()
    for (id, account, transaction) in [
      ("a", "1", "10"), ("b", "2", "10"), ("c", "3", "20"), ("d", "4", "20"),
    ] {
      try store.add(StoredReceipt(id: id, account: account), StoredPurchase(id: transaction))
    }
    try store.publish()
    let members =
      "select array_to_string(account_ids, ',') as a from audit.account_clusters order by 1"
    #expect(try store.lines(members) == ["1,2", "3,4"])
    try store.startRun()
    try store.add(StoredReceipt(id: "e", account: "2"), StoredPurchase(id: "20"))
    #expect(try store.publish() == .incremental)
    #expect(try store.lines(members) == ["1,2,3,4"])
    try store.startRun()
    try store.supersede("e")
    try store.add(StoredReceipt(id: "e", account: "2", verdict: "corrupt"))
    try store.supersede("a")
    try store.add(StoredReceipt(id: "a", account: "1", verdict: "corrupt"))
    #expect(try store.publish() == .incremental)
    #expect(try store.lines(members) == ["3,4"])
  }

  @Test("a long chain is one cluster")
  func longChain() throws {
    let store = try AuditedStore()
    for number in 100..<140 {
      try store.add(
        StoredReceipt(id: "r\(number)", account: "\(number)"), StoredPurchase(id: "\(number)"),
        StoredPurchase(id: "\(number + 1)"))
    }
    try store.publish()
    #expect(try store.lines("select accounts as a from audit.account_clusters") == ["40"])
  }
}
