import Audit
import Foundation
import PostgreSQL
import ReceiptVerification
import Testing

@Suite("Corpus of real receipts through PostgreSQL", .enabled(if: CorpusManifest.folder != nil))
struct CorpusTests {
  /// The audited corpus: each file under its name as key.
  private struct Audited {
    let fixture: AuditFixture
    let items: [CorpusManifest.Item]

    init() throws {
      fixture = try AuditFixture(keyType: "text")
      items = try CorpusManifest.items()
      try fixture.insert(
        items.map {
          .init(key: $0.file, account: "corpus", receipt: try CorpusManifest.bytes($0))
        })
      try fixture.connection.execute("alter table public.receipts add column device_id bytea")
      for item in items {
        guard let device = item.deviceGuidHex else { continue }
        try fixture.connection.query(
          "update public.receipts set device_id = decode($1, 'hex') where receipt_id = $2",
          [.text(device), .text(item.file)])
      }
      try fixture.connection.execute(
        """
        create or replace view audit.source as
        select receipt_id, account_id, receipt, received_at, device_id from public.receipts
        """)
      try fixture.run {
        $0.anchors = .apple
        $0.batchSize = 50
      }
    }
  }

  /// Receipts in PKCS#7 and bytes that are nothing known.
  private static func isPKCS7(_ item: CorpusManifest.Item) -> Bool {
    (item.form == "pkcs7" || item.form == "unknown") && !item.file.hasSuffix(".jws")
  }

  /// What is right for an item, without its intermediate too where it does not carry that.
  private static func accepted(_ item: CorpusManifest.Item) -> [String] {
    item.form == "legacy" ? item.accept + ["untrusted/intermediate-not-available"] : item.accept
  }

  @Test("every item has a row with the manifest's verdict, and its fields and purchases")
  func corpus() throws {
    let audited = try Audited()
    #expect(audited.items.count > 250)
    var compared = 0
    for item in audited.items {
      let rows = try audited.fixture.connection.query(
        "select * from audit.receipts where receipt_id = $1", [.text(item.file)])
      #expect(rows.count == 1, "\(item.file)")
      guard rows.count == 1 else { continue }
      try compareVerdict(item, rows[0])
      guard Self.isPKCS7(item), item.accept.count == 1 else { continue }
      if item.accept == ["genuine/ok"] || item.accept[0].hasPrefix("test/") {
        compared += item.fields == nil ? 0 : 1
        try compareFields(item, rows[0])
        try comparePurchases(item, audited.fixture.connection)
      }
    }
    #expect(compared >= 40)
  }

  private func compareVerdict(_ item: CorpusManifest.Item, _ row: Row) throws {
    let verdict = try row.text("verdict") ?? ""
    let reason = try row.text("reason") ?? ""
    let accepted = Self.accepted(item)
    #expect(
      accepted.contains(verdict) || accepted.contains("\(verdict)/\(reason)"),
      "\(item.file): \(verdict)/\(reason) is none of \(accepted)")
    if let device = item.deviceGuidHex, !device.isEmpty, verdict == "genuine" {
      #expect(try row.bool("device_matches") == true, "\(item.file)")
    }
  }

  private func compareFields(_ item: CorpusManifest.Item, _ row: Row) throws {
    guard let fields = item.fields else { return }
    let columns = [
      "receipt_type": "receipt_type", "bundle_id": "bundle_id",
      "application_version": "app_version",
      "original_application_version": "original_app_version", "app_item_id": "app_item_id",
      "download_id": "download_id", "receipt_creation_date": "creation_date",
      "attr8_date": "issue_date", "original_purchase_date": "original_purchase_date",
      "expiration_date": "expiration_date",
    ]
    for (field, column) in columns {
      try compare(fields[field], row, column, item.file)
    }
    let type = try row.text("receipt_type") ?? ""
    let environment =
      switch type {
      case "Xcode": "xcode"
      case "Production", "ProductionVPP": "production"
      case "ProductionSandbox", "ProductionVPPSandbox": "sandbox"
      default: "unknown"
      }
    #expect(try row.text("environment") == environment, "\(item.file)")
  }

  private func comparePurchases(_ item: CorpusManifest.Item, _ connection: Connection) throws {
    guard let purchases = item.purchases else { return }
    let rows = try connection.query(
      """
      select *, is_trial_period::int as trial, is_in_intro_offer_period::int as intro
      from audit.transactions where receipt_id = $1 order by position
      """, [.text(item.file)])
    #expect(rows.count == purchases.count, "\(item.file)")
    guard rows.count == purchases.count else { return }
    let columns = [
      "quantity": "quantity", "product_id": "product_id", "transaction_id": "transaction_id",
      "purchase_date": "purchase_date", "original_transaction_id": "original_transaction_id",
      "original_purchase_date": "original_purchase_date", "expires_date": "expires_date",
      "web_order_line_item_id": "web_order_line_item_id", "is_trial_period": "trial",
      "cancellation_date": "cancellation_date", "is_in_intro_offer_period": "intro",
    ]
    for (index, purchase) in purchases.enumerated() {
      for (field, column) in columns {
        try compare(purchase[field], rows[index], column, "\(item.file) purchase \(index)")
      }
      if case .number(let type) = purchase["attr1707_product_type"] {
        #expect(try rows[index].text("product_type") == ProductType(rawValue: type)?.name)
      }
    }
  }

  /// Compares by what the manifest's value is; an absent or empty one must be null.
  private func compare(
    _ expected: CorpusManifest.Scalar?, _ row: Row, _ column: String, _ place: String
  ) throws {
    switch expected {
    case .number(let number):
      #expect(try row.int(column) == number, "\(place): \(column)")
    case .text(let text) where column.hasSuffix("_date"):
      #expect(try row.timestamp(column) == Self.microseconds(text), "\(place): \(column)")
    case .text(let text):
      #expect(try row.text(column) ?? "" == text, "\(place): \(column)")
    case .other, nil:
      #expect(try row.isNull(column), "\(place): \(column)")
    }
  }

  /// RFC 3339 with or without a colon in its offset; nil for an empty text.
  private static func microseconds(_ text: String) -> Int64? {
    guard !text.isEmpty else { return nil }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXX"
    return format.date(from: text).map { Int64($0.timeIntervalSince1970) * 1_000_000 }
  }
}
