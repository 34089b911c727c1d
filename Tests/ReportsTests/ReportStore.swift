import Audit
import Foundation
import PostgreSQL
import TestSupport

@testable import Reports

/// A database with two published runs over receipts that are put in as a worker puts them in.
struct ReportStore {
  struct Purchase {
    var id: String
    var product: String
    var purchased = "2025-10-01T00:00:00Z"
    var expires: String?
    var cancelled: String?
    var price: Int64?
    var currency: String?
    var lineItem: Int64 = 0
  }

  let database: TestDatabase
  let connection: Connection

  init(_ template: DatabaseTemplate) throws {
    database = try TestDatabase(template)
    connection = try database.connect()
  }

  /// What the report of a run is made of.
  func overview(runID: Int64? = nil) throws -> Overview {
    let reader = try database.connect()
    let scope = try RunScope.open(runID, on: reader)
    return try reader.transaction(.readOnlySnapshot) {
      try Listing.prepareSession(reader)
      return try Overview.read(scope, reader, Disclosure())
    }
  }

  /// Opens a run of fixed times; what is added from here on is of it.
  static func startRun(_ connection: Connection, day: String) throws -> Int64 {
    let rows = try connection.query(
      """
      insert into audit.runs (as_of, started_at, tool_version, rule_set_version, openssl_version,
        anchors)
      values (($1::text || 'T04:00:00Z')::timestamptz, ($1::text || 'T04:00:05Z')::timestamptz,
        '0.0.0', '1', 'OpenSSL 3.0.0', array['00ff'])
      returning run_id
      """, [.text(day)])
    return try rows[0].int("run_id") ?? 0
  }

  /// Compares and publishes, as a run does at its end.
  static func publish(_ connection: Connection, _ run: Int64, day: String) throws {
    try connection.transaction {
      try connection.query(
        """
        update audit.runs set finished_at = ($2::text || 'T04:10:00Z')::timestamptz,
          receipts = (select count(*) from audit_data.receipts where run_id = $1)
        where run_id = $1
        """, [.int8(run), .text(day)])
      try Correlation.run(on: connection, runID: run)
      try Correlation.publish(on: connection, runID: run)
    }
  }

  static func add(
    _ connection: Connection, _ run: Int64, receipt: String, account: String?,
    bundle: String = "com.example.app", verdict: String = "genuine", reason: String = "ok",
    environment: String = "production", received: String = "2025-12-01T00:00:00Z",
    signer: String = "aa11", _ purchases: [Purchase] = []
  ) throws {
    let genuine = verdict == "genuine"
    try connection.query(
      """
      insert into audit_data.receipts (receipt_id, run_id, policy_id, account_id, received_at,
        format, verdict, signature, trust, reason, environment, bundle_id, creation_date,
        purchases, payload_sha256, signer_sha256, repairs, counted)
      values ($1, $2, 1, $3, $4::text::timestamptz, 'app-receipt', $5,
        case when $5 = 'genuine' then 'valid' else 'invalid' end,
        case when $5 = 'genuine' then 'trusted' else 'untrusted' end, $6, $7, $8,
        $4::text::timestamptz, $9, encode(sha256(convert_to($1, 'UTF8')), 'hex'), $10, '{}', $11)
      """,
      [
        .text(receipt), .int8(run), account.map { .text($0) } ?? .null, .text(received),
        .text(verdict), .text(reason), .text(environment), .text(bundle),
        .int4(Int32(purchases.count)), .text(signer), .bool(genuine),
      ])
    for (position, purchase) in purchases.enumerated() {
      try connection.query(
        """
        insert into audit_data.transactions (receipt_id, run_id, position, verified, counted,
          account_id, creation_date, environment, bundle_id, transaction_id,
          original_transaction_id, web_order_line_item_id, product_id, product_type, quantity,
          purchase_date, expires_date, cancellation_date, price_milliunits, currency)
        values ($1, $2, $3, $4, $4, $5, $6::text::timestamptz, $7, $8, $9, $9, $10, $11,
          'auto-renewable-subscription', 1, $12::text::timestamptz, $13::text::timestamptz,
          $14::text::timestamptz, $15, $16)
        """,
        [
          .text(receipt), .int8(run), .int4(Int32(position)), .bool(genuine),
          account.map { .text($0) } ?? .null, .text(received), .text(environment), .text(bundle),
          .text(purchase.id), .int8(purchase.lineItem), .text(purchase.product),
          .text(purchase.purchased), purchase.expires.map { .text($0) } ?? .null,
          purchase.cancelled.map { .text($0) } ?? .null, purchase.price.map { .int8($0) } ?? .null,
          purchase.currency.map { .text($0) } ?? .null,
        ])
    }
    guard verdict == "forged" else { return }
    try connection.query(
      """
      insert into audit_data.receipt_findings (receipt_id, run_id, rule, severity, account_id,
        environment, bundle_id, evidence)
      values ($1, $2, 'forged-receipt', 'critical', $3, $4, $5,
        jsonb_build_object('reason', $6::text, 'device_hash', 'c0ffee'))
      """,
      [
        .text(receipt), .int8(run), account.map { .text($0) } ?? .null, .text(environment),
        .text(bundle), .text(reason),
      ])
  }
}

extension ReportStore {
  /// A small business: what its report says is in the golden files.
  static let small = DatabaseTemplate(name: "smallreport") { connection in
    try Schema.up(connection)
    try connection.execute(
      """
      insert into audit.product_prices values
        ('com.example.app', 'pro.monthly', '2020-01-01Z', 9990, 'EUR'),
        ('com.example.app', 'pro.monthly', '2026-01-01Z', 99990, 'EUR'),
        ('com.example.app', 'coins', '2020-01-01Z', 1990, 'USD')
      """)
    let first = try startRun(connection, day: "2026-01-01")
    let month = Purchase(
      id: "100", product: "pro.monthly", expires: "2025-11-01T00:00:00Z", lineItem: 7)
    try add(connection, first, receipt: "1", account: "anna", [month])
    try add(
      connection, first, receipt: "2", account: "anna", received: "2025-12-05T00:00:00Z",
      [
        month,
        Purchase(
          id: "101", product: "pro.monthly", purchased: "2025-12-01T00:00:00Z",
          expires: "2026-02-01T00:00:00Z", lineItem: 8),
      ])
    try add(
      connection, first, receipt: "3", account: "ben", received: "2025-12-07T00:00:00Z",
      [Purchase(id: "300", product: "coins", cancelled: "2025-12-08T00:00:00Z")])
    try add(
      connection, first, receipt: "7", account: "ben", verdict: "corrupt", reason: "truncated",
      environment: "unknown")
    try publish(connection, first, day: "2026-01-01")
    try dispose(
      connection, "cancelled-purchase", as: "accepted", note: "bought twice", until: "2027-01-01Z")

    let second = try startRun(connection, day: "2026-01-02")
    // One transaction, which Apple priced, under five accounts.
    for (index, account) in ["cleo", "dora", "emil", "finn", "gina"].enumerated() {
      try add(
        connection, second, receipt: "4\(index)", account: account,
        received: "2026-01-01T0\(index):00:00Z",
        [Purchase(id: "400", product: "gems", price: 4990, currency: "USD", lineItem: 40)])
    }
    try add(
      connection, second, receipt: "5", account: "mallory", verdict: "forged",
      reason: "payload-altered", received: "2026-01-01T12:00:00Z", signer: "bb22",
      [
        Purchase(id: "500", product: "pro.monthly", expires: "2099-01-01T00:00:00Z"),
        Purchase(id: "501", product: "unpriced"),
      ])
    try add(
      connection, second, receipt: "6", account: "mallory", verdict: "corrupt",
      reason: "truncated", environment: "unknown")
    // What was stored in part is stored whole.
    try connection.execute(
      "update audit_data.receipts set superseded_by = \(second) where receipt_id = '7'")
    try add(
      connection, second, receipt: "7", account: "ben", received: "2025-12-09T00:00:00Z",
      [Purchase(id: "300", product: "coins", cancelled: "2025-12-08T00:00:00Z")])
    try publish(connection, second, day: "2026-01-02")
    try dispose(connection, "duplicate-transaction", as: "escalated", note: "to the lawyers")
    try connection.execute(
      """
      update audit.runs set guard = '{"limit": 10, "judged": {"receipts": 8, "not_genuine": 2,
        "receipts_before": 4, "not_genuine_before": 1}, "signers": []}' where run_id = \(second)
      """)
  }

  /// Judges all findings of a rule, as a person does.
  static func dispose(
    _ connection: Connection, _ rule: String, as disposition: String, note: String,
    until: String? = nil, at: String = "2026-01-01 12:00:00Z"
  ) throws {
    try connection.query(
      """
      insert into audit.dispositions (finding_id, disposition, note, decided_by, decided_at, until)
      select finding_id, $2, $3, 'ruth', $5::text::timestamptz, $4::text::timestamptz
      from audit.findings where rule = $1
      """,
      [
        .text(rule), .text(disposition), .text(note), until.map { .text($0) } ?? .null, .text(at),
      ])
  }

  /// Every hostile text as account, product and bundle id.
  static let hostile = DatabaseTemplate(name: "hostilereport") { connection in
    try Schema.up(connection)
    let run = try startRun(connection, day: "2026-01-01")
    for (index, text) in texts.enumerated() {
      try add(
        connection, run, receipt: "g\(index) \(text)", account: text, bundle: text,
        received: "2025-12-01T00:00:00Z",
        [
          Purchase(
            id: "\(1000 + index)", product: text, expires: "2025-12-20T00:00:00Z"),
          Purchase(
            id: "\(2000 + index) \(text)", product: text, cancelled: "2025-12-10T00:00:00Z",
            price: 1000, currency: text, lineItem: Int64(index + 1)),
        ])
      try add(
        connection, run, receipt: "f\(index) \(text)", account: text, bundle: text,
        verdict: "forged", reason: "payload-altered", signer: text,
        [Purchase(id: text, product: text)])
    }
    // All of them share one transaction, so that they are a cluster.
    for (index, text) in texts.enumerated() {
      try add(
        connection, run, receipt: "s\(index)", account: text, bundle: "com.example.app",
        [Purchase(id: "9000", product: text, lineItem: 9000)])
    }
    try publish(connection, run, day: "2026-01-01")
    try connection.execute(
      """
      insert into audit.dispositions (finding_id, disposition, note, decided_by, decided_at)
      select finding_id, 'escalated', account_id, account_id, '2026-01-01Z'
      from audit.findings where rule = 'forged-receipt';
      update audit.runs set guard = '{"limit": 10, "judged": {"receipts": 8, "not_genuine": 2,
        "receipts_before": 4, "not_genuine_before": 1}, "signers": [{"signer_sha256":
        "<script>alert(1)</script>", "receipts": 1, "not_genuine": 1}]}'
      """)
    try connection.execute("update audit.runs set tool_version = '<script>alert(1)</script>'")
  }

  /// PostgreSQL stores no NUL: the verifier writes it as an escape before.
  static let texts = Hostile.all.filter { !$0.unicodeScalars.contains("\u{0}") }
}
