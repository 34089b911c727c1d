import Foundation
import PostgreSQL
import ReceiptVerification

/// One row of `audit_data.receipts`.
enum ReceiptColumns {
  static let table = TableName(schema: "audit_data", name: "receipts")

  static let names = [
    "receipt_id", "run_id", "policy_id", "account_id", "received_at", "expected_bundle_id",
    "format", "verdict", "signature", "trust", "reason", "environment", "receipt_type",
    "bundle_id", "app_version", "original_app_version", "creation_date", "expiration_date",
    "issue_date", "original_purchase_date", "download_id", "app_item_id", "purchases",
    "payload_sha256", "signer_sha256", "digest", "repairs", "unknown_attributes",
    "device_matches", "counted", "signer_key_bits", "key_number", "key_uuid", "stored_octets",
    "row_version",
  ]

  /// The values in the order of `names`.
  static func write(_ judged: JudgedReceipt, _ run: RunRecord, _ row: inout CopyRowWriter) {
    let verification = judged.verification
    let facts = DocumentFacts(verification.document)
    row.text(judged.row.receiptID)
    row.int8(run.runID)
    row.int4(Int32(run.policyID))
    row.text(judged.row.accountID)
    row.date(judged.row.receivedAt)
    row.text(judged.row.expectedBundleID)
    row.text(verification.format.rawValue)
    row.text(verification.verdict.rawValue)
    row.text(verification.signature.rawValue)
    row.text(verification.trust.rawValue)
    row.text(verification.reason.rawValue)
    row.text(verification.environment.rawValue)
    row.text(StorableText.of(facts.receiptType))
    row.text(StorableText.of(facts.bundleID))
    row.text(StorableText.of(facts.appVersion))
    row.text(StorableText.of(facts.originalAppVersion))
    row.date(facts.creationDate)
    row.date(facts.expirationDate)
    row.date(facts.issueDate)
    row.date(facts.originalPurchaseDate)
    row.int8(facts.downloadID)
    row.int8(facts.appItemID)
    row.int4(Int32(clamping: judged.purchases.count))
    row.text(verification.payloadSHA256?.hexText)
    row.text(verification.signerSHA256?.hexText)
    row.text(verification.digest?.rawValue)
    row.textArray(verification.repairs.map(\.rawValue))
    row.jsonb(UnknownAttributes.json(of: verification.document)?.serialized)
    row.bool(judged.deviceMatches)
    row.bool(judged.counted)
    row.int4(verification.signerKeyBits.map { Int32(clamping: $0) })
    row.int8(run.keyType.isNumber ? Int64(judged.row.receiptID) : nil)
    row.uuid(run.keyType == .uuid ? UUID(uuidString: judged.row.receiptID)?.octets : nil)
    row.int8(judged.row.storedOctets)
    row.text(judged.row.version)
  }
}

/// The dates that are stored: 0001-01-01 up to the end of 9999, in microseconds since 1970.
private enum StorableDate {
  static let range: Range<Int64> = -62_135_596_800_000_000..<253_402_300_800_000_000
}

extension SourceView.KeyType {
  fileprivate var isNumber: Bool { self == .integer || self == .bigint }
}

extension UUID {
  fileprivate var octets: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe Array($0) } }
}

extension CopyRowWriter {
  /// A date of the years 1 to 9999; others, which only an attacker writes, are not stored.
  mutating func date(_ instant: Instant?) {
    let microseconds = instant?.microsecondsSince1970
    let isInRange = microseconds.map { StorableDate.range.contains($0) } ?? false
    timestamp(microsecondsSince1970: isInRange ? microseconds : nil)
  }
}
