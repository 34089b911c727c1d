import PostgreSQL
import ReceiptVerification

/// One row of `audit_data.receipt_findings`.
enum FindingColumns {
  static let table = TableName(schema: "audit_data", name: "receipt_findings")

  static let names = [
    "receipt_id", "run_id", "rule", "severity", "account_id", "environment", "bundle_id",
    "evidence",
  ]

  /// The values in the order of `names`.
  static func write(
    _ finding: ReceiptFinding, of judged: JudgedReceipt, _ run: RunRecord,
    _ row: inout CopyRowWriter
  ) {
    row.text(judged.row.receiptID)
    row.int8(run.runID)
    row.text(finding.rule.rawValue)
    row.text(finding.severity.rawValue)
    row.text(judged.row.accountID)
    row.text(judged.verification.environment.rawValue)
    row.text(StorableText.of(judged.verification.document?.bundleID))
    row.jsonb(finding.evidence.serialized)
  }
}
