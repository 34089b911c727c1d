import Audit
import PostgreSQL
import ReceiptForge
import ReceiptVerification
import TestSupport

/// A migrated database of a test's own, with `public.receipts` and `audit.source` over it.
struct AuditFixture {
  /// A stored receipt.
  struct Stored {
    var key: String
    var account: String?
    var receipt: [UInt8]?
  }

  let database: TestDatabase
  let connection: Connection
  private let keyType: String

  init(keyType: String = "bigint", receiptType: String = "bytea") throws {
    database = try TestDatabase.migrated()
    connection = try database.connect()
    self.keyType = keyType
    try Self.prepare(connection, keyType: keyType, receiptType: receiptType)
  }

  /// Makes the table and the view over it.
  static func prepare(
    _ connection: Connection, keyType: String = "bigint", receiptType: String = "bytea"
  ) throws {
    try connection.execute(
      """
      create table public.receipts (
        receipt_id \(keyType) primary key, account_id text, receipt \(receiptType),
        received_at timestamptz not null default '2024-01-01T00:00:00Z');
      create view audit.source as
      select receipt_id, account_id, receipt, received_at from public.receipts;
      """)
  }

  /// Has the table be one of two partitions, `receipts_low` with keys below the given one and
  /// `receipts_high`, with nothing in it.
  func partition(at key: Int) throws {
    try connection.execute(
      """
      drop table public.receipts cascade;
      create table public.receipts (
        receipt_id bigint primary key, account_id text, receipt bytea,
        received_at timestamptz not null default '2024-01-01T00:00:00Z')
      partition by range (receipt_id);
      create table public.receipts_low partition of public.receipts
        for values from (minvalue) to (\(key));
      create table public.receipts_high partition of public.receipts
        for values from (\(key)) to (maxvalue);
      create view audit.source as
      select receipt_id, account_id, receipt, received_at from public.receipts;
      """)
  }

  func insert(_ rows: [Stored]) throws {
    try Self.insert(rows, keyType: keyType, connection)
  }

  static func insert(
    _ rows: [Stored], keyType: String = "bigint", _ connection: Connection
  ) throws {
    try connection.transaction {
      for row in rows {
        try connection.query(
          """
          insert into public.receipts (receipt_id, account_id, receipt)
          values (($1::text)::\(keyType), $2, $3)
          """,
          [
            .text(row.key), row.account.map { .text($0) } ?? .null,
            row.receipt.map { .bytea($0) } ?? .null,
          ])
      }
    }
  }

  /// Options that trust the forge's root and know the intermediate that no receipt carries, as of a
  /// day after its receipts.
  static func options(_ change: (inout AuditOptions) -> Void = { _ in }) throws -> AuditOptions {
    var options = AuditOptions()
    options.anchors = try .apple.adding(fileContents: Array(TestPKI.standard.rootPEM.utf8))
      .addingIntermediates(fileContents: TestPKI.standard.purchaseIntermediate.certificate)
    options.asOf = Instant(secondsSince1970: 1_704_067_200)
    options.batchSize = 7
    options.jobs = 2
    change(&options)
    return options
  }

  @discardableResult
  func run(_ change: (inout AuditOptions) -> Void = { _ in }) throws -> RunReport {
    try Auditor(settings: database.settings, options: Self.options(change)).run()
  }

  /// The column `value` of a query's rows, which must be text.
  func values(_ query: String) throws -> [String?] {
    let rows = try connection.query(query)
    return try (0..<rows.count).map { try rows[$0].text("value") }
  }

  func count(_ query: String) throws -> Int64 {
    try connection.query("select count(*) as n from (\(query)) q")[0].int("n") ?? 0
  }

  /// All that a run decides, row for row, without the numbers that are given out in turn.
  func results() throws -> [String: [String]] { try Self.results(connection) }

  static func results(_ connection: Connection) throws -> [String: [String]] {
    var tables: [String: [String]] = [:]
    for table in [
      "receipts", "transactions", "receipt_findings", "findings", "duplicate_transactions",
      "cancellations", "subscriptions", "run_summary", "daily_summary", "product_summary",
      "rule_summary", "renewals", "notifications", "certificates",
    ] {
      let rows = try connection.query(
        """
        select (to_jsonb(t) - 'finding_id')::text as row
        from audit_data.\(table) t
        order by (to_jsonb(t) - 'finding_id')::text collate "C"
        """)
      tables[table] = try (0..<rows.count).map { try rows[$0].text("row") ?? "" }
    }
    return tables
  }

  /// One receipt of every kind that the forge knows, `copies` times, under keys from 1 on. Among
  /// them all intermediates are at hand.
  static func everyKind(copies: Int = 1) throws -> [(stored: Stored, truth: Truth)] {
    let pki = try TestPKI.standard
    let minted = try ReceiptKind.all.map { ($0.completeTruth, try $0.mint(pki)) }
    return (0..<copies).flatMap { _ in minted }.enumerated().map { index, kind in
      let account = index % 5 == 0 ? nil : "account-\(index % 7)"
      return (Stored(key: String(index + 1), account: account, receipt: kind.1), kind.0)
    }
  }
}
