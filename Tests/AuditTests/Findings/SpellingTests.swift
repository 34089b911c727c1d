import Audit
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Dates and numbers of signed receipts, in the tables")
struct SpellingTests {
  private let fixture: AuditFixture

  init() throws { fixture = try AuditFixture() }

  /// Audits a genuine receipt for each purchase, under keys from 1 on.
  private func audit(_ purchases: [PurchaseDraft]) throws {
    try fixture.insert(
      purchases.enumerated().map { index, purchase in
        let draft = ReceiptDraft(purchases: [purchase])
        return .init(
          key: String(index + 1), account: "a", receipt: try TestPKI.standard.mint(draft))
      })
    #expect(try fixture.run().verdicts == ["genuine": Int64(purchases.count)])
  }

  private func audit(purchasedAt texts: [String]) throws {
    try audit(
      texts.enumerated().map { index, text in
        var purchase = purchase(index)
        purchase.purchaseDate = text
        return purchase
      })
  }

  private func purchase(_ number: Int) -> PurchaseDraft {
    .consumable(
      "com.example.coins", transactionID: String(370_000_000_000 + number),
      at: "2023-05-01T08:30:00Z")
  }

  /// Each receipt's values of one column, and the texts that its findings name.
  private func column(_ name: String) throws -> [String?] {
    try fixture.values(
      "select (\(name))::text as value from audit.transactions order by receipt_id::integer")
  }

  private func undecodable() throws -> [String?] {
    try fixture.values(
      """
      select receipt_id || ' ' || severity || ' ' || (c ->> 'value_hex') as value
      from audit.findings
      cross join lateral jsonb_array_elements(evidence -> 'checks') c
      where rule = 'implausible-content' and c ->> 'check' = 'undecodable-value'
      order by receipt_id::integer
      """)
  }

  @Test("whatever way a date is spelled, it is one instant")
  func dates() throws {
    let spellings = [
      "2020-09-17T10:11:12Z", "2020-09-17T11:11:12+0100", "2020-09-17T11:11:12+01:00",
      "2020-09-17T10:11:12.345Z",
    ]
    try audit(purchasedAt: spellings)
    let instant = "2020-09-17 10:11:12"
    #expect(
      try column("purchase_date at time zone 'UTC'") == [
        instant, instant, instant, instant + ".345",
      ])
    #expect(try undecodable() == [])
  }

  @Test("what is no date leaves its column null, and a finding has its octets")
  func noDates() throws {
    let texts = [
      "2020-02-30T00:00:00Z", "2020-09-17", String(repeating: "1", count: 10_000),
      "2020-09-17T10:11:12Z\0",
    ]
    try audit(purchasedAt: texts)
    #expect(try column("purchase_date") == [nil, nil, nil, nil])
    let found = try undecodable().compactMap { $0 }
    #expect(found.count == 4)
    for (number, text) in texts.enumerated() {
      let start = Array(text.utf8.prefix(10)).map { hex($0) }.joined()
      #expect(
        found.contains { $0.hasPrefix("\(number + 1) warning ") && $0.contains(start) },
        "\(text.prefix(20)): \(found.map { $0.prefix(80) })")
    }
  }

  @Test("wide integers are there to the last digit; what is no number leaves its column null")
  func integers() throws {
    var wide = purchase(0)
    wide.quantity = 300
    wide.webOrderLineItemID = 370_000_123_456_789
    let values: [[UInt8]] = [
      [0x02, 0x01, 0xFF], [0x02, 0x09, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], [0x02, 0x00],
    ]
    try audit(
      [wide]
        + values.enumerated().map { index, value in
          var purchase = purchase(index + 1)
          purchase.edits.replaced = [PayloadAttribute(AttributeType.quantity, raw: value)]
          return purchase
        })
    #expect(try column("quantity") == ["300", nil, nil, nil])
    #expect(try column("web_order_line_item_id")[0] == "370000123456789")
    let found = values.enumerated().map { index, value in
      "\(index + 2) warning " + value.map { hex($0) }.joined()
    }
    #expect(try undecodable() == found)
  }

  private func hex(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
