import PostgreSQL
import ReceiptVerification

/// Reads the rows of a batch out of `audit.source`, by binary COPY.
struct SourceReader: Sendable {
  var view: SourceView
  var policyID: Int64
  /// All rows of the range, also those with a result under the policy.
  var full: Bool
  var maxReceiptSize: Int

  /// Larger receipts are read one by one: libpq holds a row several times over, and keeps the memory
  /// of the largest one for as long as the connection lives.
  static let largestAtOnce = 1 << 20

  /// A receipt that is there to be read by itself.
  struct Large {
    var receiptID: String
    var octets: Int
  }

  /// Hands over the batch's rows in the order of their keys, and answers which receipts are too large
  /// to be read along with them. What is set aside is not fetched.
  func read(
    _ batch: Batch, setAside: [String: SetAside], _ connection: Connection,
    _ body: (SourceRow) throws -> Void
  ) throws -> [Large] {
    let query = JobStatement.readBatch.filled([
      "set_aside": try Self.array(Array(setAside.keys), connection),
      "at_once": String(min(maxReceiptSize, Self.largestAtOnce)),
      "bundle_id": view.hasBundleID ? "s.bundle_id::text" : "null::text",
      "device_id": view.hasDeviceID ? "s.device_id" : "null::bytea",
      "first_key": try connection.escapeLiteral(batch.firstKey),
      "last_key": try connection.escapeLiteral(batch.lastKey),
      "key_type": view.keyType.rawValue,
      "full": full ? "true" : "false",
      "policy_id": String(policyID),
    ])
    var large: [Large] = []
    try connection.copyOut(query) { row in
      var row = try Self.row(row)
      if let entry = setAside[row.receiptID] {
        row.stored = .setAside(entry)
      } else if case .tooLarge(let octets) = row.stored, octets <= maxReceiptSize {
        large.append(Large(receiptID: row.receiptID, octets: octets))
        return
      }
      try body(row)
    }
    return large
  }

  /// Hands over the rows with these keys, in the order of the keys.
  func read(
    keys: [String], _ connection: Connection, _ body: (SourceRow) throws -> Void
  ) throws {
    let query = JobStatement.readReceipts.filled([
      "max_receipt_size": String(maxReceiptSize),
      "bundle_id": view.hasBundleID ? "s.bundle_id::text" : "null::text",
      "device_id": view.hasDeviceID ? "s.device_id" : "null::bytea",
      "keys": try Self.array(keys, connection), "key_type": view.keyType.rawValue,
    ])
    try connection.copyOut(query) { row in try body(Self.row(row)) }
  }

  /// The keys as a literal of an array.
  private static func array(_ keys: [String], _ connection: Connection) throws -> String {
    try connection.escapeLiteral("{" + keys.map(arrayElement).joined(separator: ",") + "}")
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
