import Audit
import Foundation
import PostgreSQL
import TestSupport

/// A database with the audit's schema, into which a test puts verified receipts as the worker
/// would, and then compares them.
struct AuditedStore {
  let database: TestDatabase
  let connection: Connection
  private(set) var runID: Int64 = 0

  /// Opens the first run.
  init(asOf: String = "2026-11-30T00:00:00Z") throws {
    database = try TestDatabase.migrated()
    connection = try database.connect()
    try startRun(asOf: asOf)
  }

  /// Opens another run; what is added from here on belongs to it.
  mutating func startRun(asOf: String = "2026-11-30T00:00:00Z", full: Bool = false) throws {
    let rows = try connection.query(
      "insert into audit.runs (as_of, mode) values ($1::text::timestamptz, $2) returning run_id",
      [.text(asOf), .text(full ? "full" : "incremental")])
    runID = try rows[0].int("run_id") ?? 0
  }

  /// Lists an app of ours.
  func app(_ bundleID: String, policy: String, maxAccounts: Int32? = nil) throws {
    try connection.query(
      "insert into audit.apps (bundle_id, sharing_policy, max_accounts) values ($1, $2, $3)",
      [.text(bundleID), .text(policy), maxAccounts.map(Value.int4) ?? .null])
  }

  /// Adds a judged receipt and its purchases.
  func add(_ receipt: StoredReceipt, _ purchases: StoredPurchase...) throws {
    try add(receipt, purchases)
  }

  func add(_ receipt: StoredReceipt, _ purchases: [StoredPurchase]) throws {
    let genuine = receipt.verdict == "genuine"
    var columns: [String: Any] = [
      "receipt_id": receipt.id, "run_id": runID, "policy_id": receipt.policy,
      "format": "app-receipt",
      "verdict": receipt.verdict, "signature": "valid", "trust": "trusted", "reason": "ok",
      "environment": receipt.environment, "bundle_id": receipt.bundleID,
      "received_at": receipt.created ?? "2026-01-01T00:00:00Z",
      "purchases": purchases.count, "payload_sha256": receipt.payload ?? receipt.id,
      "signer_sha256": receipt.signer, "download_id": receipt.download, "repairs": [String](),
      "counted": genuine,
    ]
    columns["account_id"] = receipt.account
    columns["creation_date"] = receipt.created
    try insert(columns, into: "receipts")
    for (position, purchase) in purchases.enumerated() {
      var columns: [String: Any] = [
        "receipt_id": receipt.id, "run_id": runID, "position": position, "verified": genuine,
        "counted": genuine, "environment": receipt.environment, "bundle_id": receipt.bundleID,
        "web_order_line_item_id": purchase.lineItem, "quantity": 1,
        "purchase_date": purchase.purchased, "is_trial_period": purchase.isTrial,
      ]
      columns["account_id"] = receipt.account
      columns["creation_date"] = receipt.created
      columns["transaction_id"] = purchase.id
      columns["original_transaction_id"] =
        purchase.hasOriginal ? purchase.original ?? purchase.id : nil
      columns["product_id"] = purchase.product
      columns["product_type"] = purchase.type
      columns["expires_date"] = purchase.expires
      columns["cancellation_date"] = purchase.cancelled
      try insert(columns, into: "transactions")
    }
  }

  /// Adds what the worker found in one receipt.
  func addFinding(
    _ rule: String, receipt: String, severity: String = "critical", evidence: [String: String] = [:]
  ) throws {
    let row =
      "select account_id, environment, bundle_id from audit_data.receipts where receipt_id = $1 and superseded_by is null"
    let of = try connection.query(row, [.text(receipt)])
    var columns: [String: Any] = [
      "receipt_id": receipt, "run_id": runID, "rule": rule, "severity": severity,
      "evidence": evidence,
    ]
    for name in ["account_id", "environment", "bundle_id"] where of.count == 1 {
      columns[name] = try of[0].text(name)
    }
    try insert(columns, into: "receipt_findings")
  }

  /// Adds renewal info about a lineage, signed at that time.
  func addRenewal(
    of original: String, row: String, signed: String, willRenew: Bool, isInRetry: Bool? = nil,
    graceUntil: String? = nil, isVerified: Bool = true, environment: String = "production"
  ) throws {
    var columns: [String: Any] = [
      "receipt_id": row, "run_id": runID, "position": 0, "verified": isVerified,
      "environment": environment, "original_transaction_id": original, "signed_date": signed,
      "auto_renew_status": willRenew,
    ]
    columns["is_in_billing_retry_period"] = isInRetry
    columns["grace_period_expires_date"] = graceUntil
    try insert(columns, into: "renewals")
  }

  /// Marks current rows of a receipt as replaced, as a worker does that judges it again.
  func supersede(_ receipt: String) throws {
    for table in ["receipts", "transactions", "receipt_findings"] {
      try connection.query(
        "update audit_data.\(table) set superseded_by = $1 where receipt_id = $2 and run_id < $1 and superseded_by is null",
        [.int8(runID), .text(receipt)])
    }
  }

  /// Compares in one transaction, without showing it to readers.
  @discardableResult
  func compare() throws -> SQLFile.Scope {
    try connection.transaction { try Correlation.run(on: connection, runID: runID) }
  }

  /// Compares and publishes.
  @discardableResult
  func publish() throws -> SQLFile.Scope {
    try connection.transaction {
      let scope = try Correlation.run(on: connection, runID: runID)
      try Correlation.publish(on: connection, runID: runID)
      return scope
    }
  }

  /// Compares, and throws the run away.
  func discard() throws {
    try connection.transaction {
      try Correlation.run(on: connection, runID: runID)
      try Correlation.discard(on: connection, runID: runID)
    }
  }

  /// What readers see of what was compared, without what tells one night from another.
  ///
  /// - Parameter ofHistory: with what a store that was filled at once cannot know: which signers came
  ///   after the first run, and what people have said of findings.
  func results(ofHistory: Bool) throws -> [String: [String]] {
    let ofRun = "run_id = (select run_id from audit_data.published)"
    let isLine = "purchases + cancelled + active + expired > 0"
    let findings = ofHistory ? "findings_open > 0 or" : ""
    var conditions = [
      "duplicate_transactions": "true", "cancellations": "true", "subscriptions": "true",
      "account_clusters": "true", "run_summary": ofRun,
      "findings": "status = 'open' and (\(ofHistory) or rule <> 'signer-drift')",
      "daily_summary": "\(ofRun) and (\(findings) receipts > 0 or \(isLine))",
      "product_summary": "\(ofRun) and (\(findings) \(isLine))",
    ]
    if ofHistory { conditions["rule_summary"] = "\(ofRun) and findings_open > 0" }
    let left = ofHistory ? Self.ofANight : Self.ofANight + Self.ofHistory
    let names = left.map { "'\($0)'" }.joined(separator: ", ")
    var results: [String: [String]] = [:]
    for (view, condition) in conditions {
      results[view] = try lines(
        "select (to_jsonb(v) - array[\(names)])::text as j from audit.\(view) v where \(condition) order by 1"
      )
    }
    return results
  }

  private static let ofANight = [
    "run_id", "finding_id", "first_run", "last_run", "started_at", "finished_at", "mode",
    "findings_new", "findings_resolved",
  ]
  /// What people said of findings, and counts that follow from it and from signers.
  private static let ofHistory = [
    "disposition", "note", "decided_by", "decided_at", "until", "is_silent",
    "findings_open", "findings_silent", "critical_open", "warning_open", "info_open",
  ]

  /// Rows of a query as text, columns joined by a blank; null is a dash.
  func lines(_ query: String) throws -> [String] {
    let rows = try connection.query(
      "select concat_ws(' ', variadic array(select coalesce(value, '-') from jsonb_each_text(to_jsonb(q)))) as line from (\(query)) q"
    )
    return try (0..<rows.count).map { try rows[$0].text("line") ?? "" }
  }

  /// Rule, severity and subject of every open finding, but for those that tell of no fault.
  func alarms() throws -> [String] {
    try lines(
      "select rule as a, severity as b, coalesce(transaction_id, receipt_id) as c from audit.findings where status = 'open' and rule not in ('cancelled-purchase', 'expired-subscription') order by 1, 3"
    )
  }

  private func insert(_ columns: [String: Any], into table: String) throws {
    let json = try JSONSerialization.data(withJSONObject: columns)
    let names = columns.keys.sorted().joined(separator: ", ")
    try connection.query(
      "insert into audit_data.\(table) (\(names)) select \(names) from jsonb_populate_record(null::audit_data.\(table), $1::jsonb)",
      [.json(String(decoding: json, as: UTF8.self))])
  }
}
