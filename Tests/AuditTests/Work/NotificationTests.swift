import Audit
import PostgreSQL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Notifications and tokens in a table")
struct NotificationTests {
  private static func revoked(_ draft: inout TokenDraft) {
    draft["revocationDate"] = TokenDraft.milliseconds("2025-10-05T12:00:00Z")
    draft["revocationReason"] = .number(1)
  }

  @Test("a refund that only a notification tells of is a cancellation")
  func refund() throws {
    let store = try TokenStore()
    try store.insert([
      TokenStore.transaction().bytes(),
      TokenStore.notification("REFUND", at: "2025-10-06T00:00:00Z", Self.revoked).bytes(),
    ])
    try store.run()
    #expect(try store.cancellations() == ["310001200000003 2025-10-05T12:00:00"])
    #expect(try store.subscription() == ["cancelled 2025-11-01"])
    let row = try store.fixture.connection.query("select * from audit.cancellations")
    #expect(try row[0].int("cancellation_reason") == 1)
    #expect(try row[0].text("kind") == "refunded-or-revoked")
  }

  @Test("a revocation whose token does not say when is of the notification's date")
  func revocationWithoutDate() throws {
    let store = try TokenStore()
    try store.insert([
      TokenStore.notification("REVOKE", at: "2025-10-07T08:00:00Z").bytes(),
      TokenStore.transaction().bytes(),
    ])
    try store.run()
    #expect(try store.cancellations() == ["310001200000003 2025-10-07T08:00:00"])
  }

  @Test("a reversed refund is no cancellation, in whatever order the rows stand")
  func reversedRefund() throws {
    let uuid = "11111111-64b7-45d3-889a-5fdcb08fb5c0"
    let refund = try TokenStore.notification("REFUND", at: "2025-10-06T00:00:00Z", Self.revoked)
    for isStillRevoked in [false, true] {
      let reversal = try TokenStore.notification(
        "REFUND_REVERSED", uuid: uuid, at: "2025-10-09T00:00:00Z"
      ) { if isStillRevoked { Self.revoked(&$0) } }
      for receipts in [[refund, reversal], [reversal, refund]] {
        let store = try TokenStore()
        try store.insert(receipts.map { try $0.bytes() })
        try store.run()
        #expect(try store.cancellations() == [])
        #expect(try store.subscription() == ["active 2025-11-01"])
      }
    }
  }

  @Test("an extended renewal moves the end of its period")
  func extendedRenewal() throws {
    let store = try TokenStore()
    try store.insert([
      TokenStore.transaction().bytes(),
      TokenStore.notification("RENEWAL_EXTENDED", at: "2025-10-08T00:00:00Z") {
        $0["expiresDate"] = TokenDraft.milliseconds("2025-11-15T09:00:00Z")
      }.bytes(),
    ])
    try store.run(asOf: "2025-11-10T00:00:00Z")
    #expect(try store.subscription() == ["active 2025-11-15"])
    #expect(
      try store.fixture.count("select from audit.findings where rule = 'conflicting-transaction'")
        == 0)
  }

  @Test("an expiry is told, and the subscription has run out")
  func expiry() throws {
    let store = try TokenStore()
    try store.insert([
      TokenStore.notification("EXPIRED", at: "2025-11-01T09:00:10Z").bytes()
    ])
    try store.run(asOf: "2025-11-03T00:00:00Z")
    #expect(try store.subscription() == ["expired 2025-11-01"])
    let row = try store.fixture.connection.query("select * from audit.notifications")
    #expect(row.count == 1)
    #expect(try row[0].text("type") == "EXPIRED")
    #expect(try row[0].bool("verified") == true)
    #expect(try row[0].text("bundle_id") == TokenStore.app)
    #expect(try row[0].text("transaction_id") == "310001200000003")
    #expect(try row[0].text("original_transaction_id") == "310001200000001")
    #expect(try row[0].int("status") == 1)
  }

  @Test("one notification in two rows is one notification")
  func sameNotification() throws {
    let store = try TokenStore()
    let token = try TokenStore.notification("DID_RENEW", at: "2025-10-01T09:00:05Z").bytes()
    try store.insert([token, Array("\n".utf8) + token])
    try store.run()
    #expect(try store.fixture.count("select from audit.receipts") == 2)
    #expect(try store.fixture.count("select from audit.notifications") == 1)
    #expect(try store.fixture.count("select from audit.renewals") == 2)
  }

  @Test("a forged notification cancels nothing, though the token inside it is genuine")
  func forgedNotification() throws {
    let store = try TokenStore()
    let genuine = try TokenStore.notification("DID_RENEW", at: "2025-10-06T00:00:00Z")
    var forged = genuine
    try forged.seal()
    forged.payload = try #require(
      Tampering.replacing("DID_RENEW", with: "REVOKE", in: forged.payload))
    try store.insert([forged.bytes()])
    try store.run()
    #expect(
      try store.fixture.values("select reason as value from audit.receipts") == ["payload-altered"])
    #expect(try store.cancellations() == [])
    #expect(
      try store.fixture.values("select verified::text as value from audit.notifications")
        == ["false"])
    #expect(
      try store.fixture.values(
        "select verified::text || ' ' || counted::text as value from audit.transactions")
        == ["true false"])
  }

  @Test("renewal info belongs to the app of a proven transaction of its original id, or to none")
  func renewalBinding() throws {
    let bundles = "select coalesce(bundle_id, '-') as value from audit.renewals"
    let store = try TokenStore()
    try store.insert([TokenStore.renewal().bytes()])
    try store.run()
    #expect(try store.fixture.values(bundles) == ["-"])
    try store.insert([TokenStore.transaction().bytes()], from: 2)
    try store.run()
    #expect(try store.fixture.values(bundles) == [TokenStore.app])
    let other = try TokenStore.transaction { $0["bundleId"] = .text("com.example.other") }
    try store.insert([other.bytes()], from: 3)
    try store.run()
    #expect(try store.fixture.values(bundles) == ["-"])
  }

  @Test("what renewal info says has columns of its own")
  func renewalFields() throws {
    let store = try TokenStore()
    try store.insert([
      TokenStore.renewal {
        $0["autoRenewStatus"] = .number(0)
        $0["expirationIntent"] = .number(1)
        $0["isInBillingRetryPeriod"] = .raw("false")
        $0["eligibleWinBackOfferIds"] = .raw("[\"back\",\"again\"]")
        $0["somethingNew"] = .text("kept")
      }.bytes()
    ])
    try store.run()
    let row = try store.fixture.connection.query("select * from audit.renewals")[0]
    #expect(try row.bool("verified") == true)
    #expect(try row.text("original_transaction_id") == "310001200000001")
    #expect(try row.text("auto_renew_product_id") == "com.example.meadow.yearly")
    #expect(try row.bool("auto_renew_status") == false)
    #expect(try row.int("expiration_intent") == 1)
    #expect(try row.bool("is_in_billing_retry_period") == false)
    #expect(try row.int("renewal_price_milliunits") == 59990)
    #expect(try row.textArray("eligible_win_back_offer_ids") == ["back", "again"])
    #expect(
      try store.fixture.values(
        "select unknown_attributes->0->>'field' as value from audit.receipts") == ["somethingNew"])
    #expect(try store.fixture.count("select from audit.transactions") == 0)
    #expect(
      try store.fixture.count("select from audit.findings where rule = 'no-purchases'") == 0)
  }

  @Test("a discarded run leaves nothing of its tokens")
  func discarded() throws {
    let store = try TokenStore()
    try store.insert([
      TokenStore.notification("DID_RENEW", at: "2025-10-01T09:00:05Z").bytes()
    ])
    try store.run()
    let connection = store.fixture.connection
    try connection.transaction {
      try Correlation.discard(
        on: connection, runID: try #require(try store.fixture.lastRun()))
    }
    for table in ["renewals", "notifications", "certificates", "transactions"] {
      #expect(try store.fixture.count("select from audit_data.\(table)") == 0, "\(table)")
    }
  }
}

extension AuditFixture {
  func lastRun() throws -> Int64? {
    try connection.query("select max(run_id) as run_id from audit.runs")[0].int("run_id")
  }
}
