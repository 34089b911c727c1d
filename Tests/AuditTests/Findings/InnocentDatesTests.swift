import Audit
import ReceiptForge
import Testing

/// Orders of dates that genuine receipts break.
@Suite("Innocent dates in signed receipts")
struct InnocentDatesTests {
  @Test("an original date after the purchase's, and a purchase before the app's own, say nothing")
  func orders() throws {
    let fixture = try AuditFixture()
    var restored = PurchaseDraft.nonConsumable(
      "com.example.level", transactionID: "370000000001", at: "2023-05-01T08:30:00Z")
    restored.originalPurchaseDate = "2023-05-01T08:30:05Z"
    let early = PurchaseDraft.nonConsumable(
      "com.example.map", transactionID: "370000000002", at: "2019-01-01T00:00:00Z")
    var draft = ReceiptDraft(purchases: [restored, early])
    draft.originalPurchaseDate = "2020-03-14T15:09:26Z"
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try TestPKI.standard.mint(draft))
    ])
    #expect(try fixture.run().verdicts == ["genuine": 1])
    #expect(try fixture.values("select rule as value from audit.findings") == [])
    let kept = try fixture.values(
      "select (original_purchase_date - purchase_date)::text as value from audit.transactions order by transaction_id"
    )
    #expect(kept == ["00:00:05", "00:00:00"])
  }
}
