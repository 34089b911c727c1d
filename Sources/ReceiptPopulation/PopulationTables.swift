public import PostgreSQL
public import ReceiptForge
import SQLFiles

/// A minted population in a database: `public.receipts`, and the tables with the truth about it.
public struct PopulationTables {
  private let connection: Connection

  public init(_ connection: Connection) { self.connection = connection }

  /// Makes the tables, or empties those that it made before, and fills them in one transaction.
  ///
  /// - Returns: how many receipts are forged.
  @discardableResult
  public func fill(_ population: Population) throws -> Int {
    var forged = 0
    try connection.transaction {
      try connection.execute(unsafe String(cString: forge_tables()))
      forged = try fillReceipts(population)
      var truths: [CaseTruth] = []
      population.truthEach { truths.append($0) }
      try fillTruths(truths)
      try fillTerms(population)
    }
    try connection.execute("analyze public.receipts, public.receipt_truth")
    return forged
  }

  /// Makes `audit.source` over it and lists its apps among ours. The schema must be there.
  public func connectToAudit() throws {
    try connection.execute(unsafe String(cString: forge_source()))
  }

  private func fillReceipts(_ population: Population) throws -> Int {
    var truths: [(id: Int64, truth: Truth)] = []
    truths.reserveCapacity(population.count)
    try copy(
      "receipts", ["receipt_id", "account_id", "bundle_id", "device_id", "receipt", "received_at"]
    ) { writer in
      try population.mintEach { row in
        try writer.row { fields in
          fields.int8(row.receiptID)
          fields.text(row.accountID)
          fields.text(row.bundleID)
          fields.uuid(row.deviceID)
          fields.bytea(row.receipt)
          fields.seconds(row.receivedAt)
        }
        truths.append((row.receiptID, row.truth))
      }
    }
    try copy(
      "receipt_truth", ["receipt_id", "label", "verdict", "reason", "expected_findings"], truths
    ) { truth, fields in
      fields.int8(truth.id)
      fields.text(truth.truth.label)
      fields.text(truth.truth.verdict.rawValue)
      fields.text(truth.truth.reason.rawValue)
      fields.textArray(truth.truth.expectedFindings)
    }
    return truths.count { $0.truth.verdict == .forged }
  }

  private func fillTerms(_ population: Population) throws {
    try copy(
      "app_truth", ["bundle_id", "sharing_policy", "sandbox_allowed"], Population.apps
    ) { app, fields in
      fields.text(app.bundleID)
      fields.text(app.sharingPolicy)
      fields.bool(app.isSandboxAllowed)
    }
    try copy("population_truth", ["seed", "receipts", "as_of"], [population]) { _, fields in
      fields.int8(Int64(bitPattern: population.seed))
      fields.int8(Int64(population.count))
      fields.seconds(Population.asOf)
    }
  }

  func copy<Row>(
    _ table: String, _ columns: [String], _ rows: [Row],
    _ write: (Row, inout CopyRowWriter) -> Void
  ) throws {
    try copy(table, columns) { writer in
      for row in rows { try writer.row { write(row, &$0) } }
    }
  }

  private func copy(
    _ table: String, _ columns: [String], _ body: (inout CopyWriter) throws -> Void
  ) throws {
    try connection.copyIn(TableName(schema: "public", name: table), columns: columns, body)
  }
}

extension CopyRowWriter {
  /// A moment in seconds since 1970.
  mutating func seconds(_ value: Int64) {
    timestamp(microsecondsSince1970: value * 1_000_000)
  }
}
