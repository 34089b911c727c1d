import Audit
import Foundation
import PostgreSQL
import ReceiptVerification
import Testing

/// Signed tokens and iOS 6 receipts of the corpus, field by field.
@Suite(
  "Tokens and old receipts of the corpus through PostgreSQL",
  .enabled(if: CorpusManifest.folder != nil))
struct CorpusDocumentsTests {
  /// The manifest's entries of one form, as they are written.
  private static func entries(_ form: String) throws -> [[String: Any]] {
    let manifest = URL(fileURLWithPath: (CorpusManifest.folder ?? "") + "/manifest.json")
    let all = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest)) as? [[String: Any]]
    return (all ?? []).filter { $0["form"] as? String == form }
  }

  private static func audited(_ entries: [[String: Any]], _ anchors: TrustAnchors) throws
    -> AuditFixture
  {
    let fixture = try AuditFixture(keyType: "text")
    try fixture.insert(
      entries.compactMap { $0["file"] as? String }.map { file in
        let data = try Data(
          contentsOf: URL(fileURLWithPath: "\(CorpusManifest.folder ?? "")/\(file)"))
        return .init(key: file, account: "corpus", receipt: [UInt8](data))
      })
    try fixture.run { $0.anchors = anchors }
    return fixture
  }

  private static func certificate(_ name: String) throws -> [UInt8] {
    let file = "\(CorpusManifest.folder ?? "")/certs/\(name).der"
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  @Test(
    "iOS 6 receipts get the manifest's verdict where their intermediate is given, and its fields")
  func transactionReceipts() throws {
    let entries = try Self.entries("legacy")
    let anchors = try TrustAnchors.apple
      .addingIntermediates(fileContents: Self.certificate("AppleiTunesStoreCA"))
      .addingIntermediates(fileContents: Self.certificate("AppleIncRootCertificate"))
    let fixture = try Self.audited(entries, anchors)
    var compared = 0
    for entry in entries {
      let file = try #require(entry["file"] as? String)
      let row = try fixture.connection.query(
        """
        select verdict || '/' || reason as outcome, verdict, format, digest, signer_key_bits,
          environment
        from audit.receipts where receipt_id = $1
        """, [.text(file)])[0]
      let accepted = entry["accept"] as? [String] ?? []
      let outcome = try row.text("outcome") ?? ""
      let verdict = try row.text("verdict") ?? ""
      #expect(
        accepted.contains(outcome) || accepted.contains(verdict), "\(file): \(outcome)")
      #expect(try row.text("format") == "transaction-receipt", "\(file)")
      guard outcome == "genuine/ok", let fields = entry["fields"] as? [String: String] else {
        continue
      }
      compared += 1
      #expect(try row.text("digest") == "sha1")
      #expect(try row.int("signer_key_bits") == 1024)
      #expect(try row.text("environment") == "sandbox", "\(file)")
      try compare(fields, fixture.connection, file)
    }
    #expect(compared >= 9)
  }

  private func compare(
    _ fields: [String: String], _ connection: Connection, _ file: String
  ) throws {
    let rows = try connection.query(
      """
      select *, web_order_line_item_id::text as line_item, quantity::text as pieces,
        product_item_id::text as item,
        (extract(epoch from purchase_date) * 1000)::bigint::text as bought,
        (extract(epoch from original_purchase_date) * 1000)::bigint::text as first_bought,
        (extract(epoch from expires_date) * 1000)::bigint::text as expires
      from audit.transactions where receipt_id = $1
      """, [.text(file)])
    #expect(rows.count == 1, "\(file)")
    #expect(try rows[0].bool("verified") == true)
    #expect(try rows[0].text("format") == "transaction-receipt")
    let columns = [
      "bid": "bundle_id", "product-id": "product_id", "transaction-id": "transaction_id",
      "original-transaction-id": "original_transaction_id", "item-id": "item",
      "web-order-line-item-id": "line_item", "quantity": "pieces", "purchase-date-ms": "bought",
      "original-purchase-date-ms": "first_bought", "expires-date": "expires",
    ]
    for (field, column) in columns {
      #expect(try rows[0].text(column) == fields[field], "\(file): \(field)")
    }
  }

  @Test("every genuine token's fields are in the tables, and those of the tokens inside it")
  func tokens() throws {
    let entries = try Self.entries("jws").filter { $0["accept"] as? [String] == ["genuine/ok"] }
    #expect(entries.count > 40)
    let fixture = try Self.audited(entries, .apple)
    let connection = fixture.connection
    var compared = [0, 0, 0]
    for entry in entries {
      let file = try #require(entry["file"] as? String)
      let verdict = try connection.query(
        "select verdict from audit.receipts where receipt_id = $1", [.text(file)])
      #expect(try verdict[0].text("verdict") == "genuine", "\(file)")
      let payload = entry["payload"] as? [String: Any] ?? [:]
      var payloads = [payload]
      for nested in entry["nested"] as? [[String: Any]] ?? [] {
        if let payload = nested["payload"] as? [String: Any] { payloads.append(payload) }
      }
      for payload in payloads {
        if payload["notificationType"] != nil {
          compared[0] += 1
          try compare(payload, Self.notification, "notifications", file, connection)
        } else if payload["transactionId"] != nil, payload["receiptType"] == nil {
          compared[1] += 1
          try compare(payload, Self.transaction, "transactions", file, connection)
        } else if payload["autoRenewStatus"] != nil {
          compared[2] += 1
          try compare(payload, Self.renewal, "renewals", file, connection)
        }
      }
    }
    #expect(compared.allSatisfy { $0 > 5 }, "\(compared)")
  }

  private static let notification = [
    "notificationType": "type", "subtype": "subtype", "notificationUUID": "notification_uuid",
    "version": "version", "signedDate": "signed_date",
  ]

  private static let transaction = [
    "transactionId": "transaction_id", "originalTransactionId": "original_transaction_id",
    "webOrderLineItemId": "web_order_line_item_id", "bundleId": "bundle_id",
    "productId": "product_id", "subscriptionGroupIdentifier": "subscription_group_id",
    "purchaseDate": "purchase_date", "originalPurchaseDate": "original_purchase_date",
    "expiresDate": "expires_date", "quantity": "quantity", "inAppOwnershipType": "ownership_type",
    "signedDate": "creation_date", "revocationReason": "cancellation_reason",
    "storefront": "storefront", "storefrontId": "storefront_id",
    "transactionReason": "transaction_reason", "price": "price_milliunits",
    "currency": "currency", "appTransactionId": "app_transaction_id",
    "appAccountToken": "app_account_token", "offerType": "offer_type",
    "offerIdentifier": "offer_id", "offerDiscountType": "offer_discount_type",
    "offerPeriod": "offer_period",
  ]

  private static let renewal = [
    "originalTransactionId": "original_transaction_id", "productId": "product_id",
    "autoRenewProductId": "auto_renew_product_id", "expirationIntent": "expiration_intent",
    "renewalDate": "renewal_date", "renewalPrice": "renewal_price_milliunits",
    "currency": "currency", "signedDate": "signed_date",
    "gracePeriodExpiresDate": "grace_period_expires_date",
    "recentSubscriptionStartDate": "recent_subscription_start_date",
  ]

  /// Numbers of columns with a date are milliseconds.
  private func compare(
    _ payload: [String: Any], _ columns: [String: String], _ table: String, _ file: String,
    _ connection: Connection
  ) throws {
    let rows = try connection.query(
      "select to_jsonb(v) as row from audit.\(table) v where receipt_id = $1", [.text(file)])
    #expect(rows.count == 1, "\(file): \(table)")
    guard rows.count == 1 else { return }
    let text = try rows[0].text("row") ?? ""
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(row["verified"] as? Bool == true, "\(file): \(table)")
    for (field, column) in columns {
      let expected = payload[field].map { "\($0)" }
      var found = row[column].flatMap { $0 is NSNull ? nil : "\($0)" }
      if column.hasSuffix("_date"), let date = found { found = try milliseconds(date, connection) }
      #expect(found == expected, "\(file): \(field)")
    }
  }

  private func milliseconds(_ date: String, _ connection: Connection) throws -> String? {
    try connection.query(
      "select (extract(epoch from $1::timestamptz) * 1000)::bigint::text as ms", [.text(date)]
    )[0].text("ms")
  }
}
