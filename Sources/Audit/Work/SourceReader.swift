import PostgreSQL
import ReceiptVerification

/// Reads the rows of a batch out of `audit.source`, by binary COPY.
struct SourceReader: Sendable {
  var view: SourceView
  var maxReceiptSize: Int

  /// Larger receipts are read one by one: libpq holds a row several times over, and keeps the memory
  /// of the largest one for as long as the connection lives.
  static let largestAtOnce = 1 << 20

  /// A receipt that is there to be read by itself.
  struct Large {
    var receiptID: String
    var octets: Int
  }

  /// Hands over the batch's rows in the order of their keys, and answers which receipts are too large to be
  /// read along with them. What is set aside is not fetched.
  func read(
    _ batch: Batch, setAside: [String: SetAside], _ connection: Connection,
    _ body: (SourceRow) throws -> Void
  ) throws -> [Large] {
    var large: [Large] = []
    let query = try query(
      rows(of: batch, connection), atOnce: Self.largestAtOnce, setAside: setAside.keys,
      connection)
    try copyOut(query, connection) { row in
      var row = row
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

  /// Hands over the rows with these keys, in the order of the keys, however large each is.
  func read(
    keys: [String], _ connection: Connection, _ body: (SourceRow) throws -> Void
  ) throws {
    let query = try query(
      matching(keys, connection), atOnce: maxReceiptSize, setAside: [], connection)
    try copyOut(query, connection, body)
  }

  private func copyOut(
    _ query: String, _ connection: Connection, _ body: (SourceRow) throws -> Void
  ) throws {
    var outside: (any Error)?
    do {
      try connection.copyOut(query) { row in
        let row = try Self.row(row)
        do { try body(row) } catch {
          outside = error
          throw error
        }
      }
    } catch {
      throw outside ?? view.explained(error, connection)
    }
  }

  private func query(
    _ rows: String, atOnce: Int, setAside: some Sequence<String>, _ connection: Connection
  ) throws -> String {
    JobStatement.readBatch.filled([
      "set_aside": try Self.array(Array(setAside), connection),
      "at_once": String(min(maxReceiptSize, atOnce)),
      "bundle_id": view.hasBundleID ? "s.bundle_id::text" : "null::text",
      "device_id": view.hasDeviceID ? "s.device_id" : "null::bytea",
      "row_version": view.hasRowVersion ? "s.row_version::text" : "null::text",
      "rows": rows,
    ])
  }

  private func rows(of batch: Batch, _ connection: Connection) throws -> String {
    if let keys = batch.keys { return try matching(keys, connection) }
    return "s.receipt_id between \(try literal(batch.firstKey, connection))"
      + " and \(try literal(batch.lastKey, connection))"
  }

  private func matching(_ keys: [String], _ connection: Connection) throws -> String {
    "s.receipt_id = any(\(try Self.array(keys, connection))::\(view.keyType.rawValue)[])"
  }

  private func literal(_ key: String, _ connection: Connection) throws -> String {
    "\(try connection.escapeLiteral(key))::\(view.keyType.rawValue)"
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
      stored: stored, storedOctets: try row.int(at: 3), version: try row.text(at: 7),
      expectedBundleID: try row.text(at: 5), deviceID: row.bytes(at: 6))
  }
}
