import Foundation
import PostgreSQL
import ReceiptForge
import SQLFiles

/// `receipt-forge population`.
struct PopulationCommand {
  private let settings: ConnectionSettings
  private let population: Population
  private let rootFile: String?

  init(_ words: [String]) throws {
    let arguments = try Arguments(
      words, known: ["-d", "-h", "-p", "-U", "--receipts", "--seed", "--root"])
    let overrides = [("-h", "host"), ("-p", "port"), ("-U", "user")].compactMap { option, keyword in
      arguments.text(option).map { (keyword: keyword, value: $0) }
    }
    settings = ConnectionSettings(arguments.text("-d"), overrides: overrides)
    population = Population(
      receipts: try arguments.number("--receipts", default: 10_000),
      seed: try arguments.number("--seed", default: 1))
    rootFile = arguments.text("--root")
  }

  func run() throws {
    if let rootFile {
      try Data(try population.rootPEM.utf8).write(to: URL(fileURLWithPath: rootFile))
    }
    let connection = try Connection(settings)
    var truths: [(id: Int64, truth: Truth)] = []
    truths.reserveCapacity(population.count)
    try connection.transaction {
      try connection.execute(unsafe String(cString: forge_tables()))
      try fillReceipts(connection, &truths)
      try fillTruth(connection, truths)
    }
    try connection.execute("ANALYZE public.receipts, public.receipt_truth")
    let lies = truths.count { $0.truth.verdict == .forged }
    FileHandle.standardError.write(
      Data("public.receipts: \(truths.count) receipts, \(lies) of them forged\n".utf8))
  }

  private func fillReceipts(
    _ connection: Connection, _ truths: inout [(id: Int64, truth: Truth)]
  ) throws {
    let columns = ["receipt_id", "account_id", "bundle_id", "device_id", "receipt", "received_at"]
    try connection.copyIn(TableName(schema: "public", name: "receipts"), columns: columns) {
      writer in
      try population.mintEach { row in
        try writer.row { fields in
          fields.int8(row.receiptID)
          fields.text(row.accountID)
          fields.text(row.bundleID)
          fields.uuid(row.deviceID)
          fields.bytea(row.receipt)
          fields.timestamp(microsecondsSince1970: row.receivedAt * 1_000_000)
        }
        truths.append((row.receiptID, row.truth))
      }
    }
  }

  private func fillTruth(
    _ connection: Connection, _ truths: [(id: Int64, truth: Truth)]
  ) throws {
    let columns = ["receipt_id", "label", "verdict", "reason", "expected_findings"]
    let table = TableName(schema: "public", name: "receipt_truth")
    try connection.copyIn(table, columns: columns) { writer in
      for (id, truth) in truths {
        try writer.row { fields in
          fields.int8(id)
          fields.text(truth.label)
          fields.text(truth.verdict.rawValue)
          fields.text(truth.reason.rawValue)
          fields.textArray(truth.expectedFindings)
        }
      }
    }
  }
}
