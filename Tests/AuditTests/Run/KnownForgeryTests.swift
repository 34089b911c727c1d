import Audit
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Known forgeries in a run")
struct KnownForgeryTests {
  @Test("are open findings of severity critical; the same id in a signed receipt is a warning")
  func severity() throws {
    let fixture = try AuditFixture()
    let purchase = PurchaseDraft(
      productID: "com.example.gem", transactionID: "E0DFD3CC-15E2-4BC3-A15F-B03EBD95B59C")
    let draft = ReceiptDraft(purchases: [purchase])
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try TestPKI.foreign.mint(draft)),
      .init(key: "2", account: "b", receipt: try TestPKI.standard.mint(draft)),
    ])
    #expect(try fixture.run().verdicts == ["forged": 1, "genuine": 1])
    let findings = try fixture.values(
      """
      select receipt_id || ' ' || rule || ' ' || severity || ' ' || status as value
      from audit.findings where rule in ('known-forgery', 'implausible-content')
      order by receipt_id
      """)
    #expect(
      findings == ["1 known-forgery critical open", "2 implausible-content warning open"])
  }
}
