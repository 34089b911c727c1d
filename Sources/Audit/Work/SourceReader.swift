import PostgreSQL
import ReceiptVerification

/// Reads the rows of a batch out of `audit.source`, by binary COPY.
struct SourceReader: Sendable {
  var view: SourceView
  var policyID: Int64
  /// All rows of the range, also those with a result under the policy.
  var full: Bool
  var maxReceiptSize: Int

  /// Hands over the batch's rows in the order of their keys.
  func read(
    _ batch: Batch, _ connection: Connection, _ body: (SourceRow) throws -> Void
  ) throws {
    let query = JobStatement.readBatch.filled([
      "max_receipt_size": String(maxReceiptSize),
      "bundle_id": view.hasBundleID ? "s.bundle_id::text" : "null::text",
      "device_id": view.hasDeviceID ? "s.device_id" : "null::bytea",
      "first_key": try connection.escapeLiteral(batch.firstKey),
      "last_key": try connection.escapeLiteral(batch.lastKey),
      "key_type": view.keyType.rawValue,
      "full": full ? "true" : "false",
      "policy_id": String(policyID),
    ])
    try connection.copyOut(query) { row in try body(Self.row(row)) }
  }

  /// Hands over the rows with these keys, in the order of the keys.
  func read(
    keys: [String], _ connection: Connection, _ body: (SourceRow) throws -> Void
  ) throws {
    let array = "{" + keys.map(Self.arrayElement).joined(separator: ",") + "}"
    let query = JobStatement.readReceipts.filled([
      "max_receipt_size": String(maxReceiptSize),
      "bundle_id": view.hasBundleID ? "s.bundle_id::text" : "null::text",
      "device_id": view.hasDeviceID ? "s.device_id" : "null::bytea",
      "keys": try connection.escapeLiteral(array), "key_type": view.keyType.rawValue,
    ])
    try connection.copyOut(query) { row in try body(Self.row(row)) }
  }

  /// A text as array literals quote it (PostgreSQL manual, "Array Value Input").
  private static func arrayElement(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func row(_ row: CopyRow) throws -> SourceRow {
    let octets = row.bytes(at: 4)
    let stored: SourceRow.Stored =
      if let octets {
        .octets(octets)
      } else if let length = try row.int(at: 3) {
        .tooLarge(octets: Int(length))
      } else {
        .null
      }
    return SourceRow(
      receiptID: try row.text(at: 0) ?? "", accountID: try row.text(at: 1),
      receivedAt: try row.timestamp(at: 2).map(Instant.init(microsecondsSince1970:)),
      stored: stored, expectedBundleID: try row.text(at: 5), deviceID: row.bytes(at: 6))
  }
}
