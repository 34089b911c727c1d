import Audit
import Foundation
import PostgreSQL
import ReceiptForge
import ReceiptVerification

/// What the parts of a run cost by themselves, in seconds of processor time, client and server
/// together.
struct AloneBenchmark {
  let cluster: BenchmarkCluster
  let database: String
  let receipts: Int

  /// Receipts that are verified; the cost of one does not hang on their number.
  private static let sample = 5000

  /// Every stored receipt through binary COPY, and thrown away.
  func reading() throws -> Double {
    try cluster.processorSeconds {
      let connection = try Connection(ConnectionSettings(database))
      let columns = "receipt_id::text, account_id, received_at, octet_length(receipt), receipt"
      var octets = 0
      try connection.copyOut("select \(columns) from audit.source order by receipt_id") { row in
        octets += row.bytes(at: 4)?.count ?? 0
      }
      precondition(octets > receipts * 1000, "the receipts were not read")
    }
  }

  /// Verification on one core, for all receipts.
  func verifying() throws -> Double {
    let connection = try Connection(ConnectionSettings(database))
    var stored: [[UInt8]] = []
    try connection.copyOut("select receipt from audit.source limit \(Self.sample)") { row in
      if let receipt = row.bytes(at: 0) { stored.append(receipt) }
    }
    let anchors = try TrustAnchors.apple.adding(
      fileContents: Array(TestPKI.standard.rootPEM.utf8))
    let verifier = ReceiptVerifier(anchors: anchors)
    for receipt in stored {
      precondition(verifier.verify(receipt).reason == .ok, "the receipts must be genuine")
    }
    let seconds = try cluster.processorSeconds {
      for receipt in stored { precondition(verifier.verify(receipt).reason == .ok) }
    }
    return seconds * Double(receipts) / Double(stored.count)
  }

  /// The rows that the run has written, from files of the server into the tables and indexes of an
  /// empty database; this process has no part in it.
  func writing() throws -> Double {
    let tables = ["receipts", "transactions", "receipt_findings"]
    let connection = try Connection(ConnectionSettings(database))
    let empty = try cluster.database("receipt_benchmark_empty")
    let target = try Connection(ConnectionSettings(empty))
    try Schema.up(target)
    var columns: [String: String] = [:]
    for table in tables {
      let names = try connection.query(
        "select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute where attrelid = ($1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
        [.text("audit_data.\(table)")])
      columns[table] = try names[0].text("names") ?? ""
      // In the order of receipts, as a run writes them.
      try connection.execute(
        "copy (select \(columns[table] ?? "") from audit_data.\(table) order by receipt_id) to '\(file(table))' (format binary)"
      )
    }
    let seconds = try cluster.processorSeconds {
      for table in tables {
        try target.execute(
          "copy audit_data.\(table) (\(columns[table] ?? "")) from '\(file(table))' (format binary)"
        )
      }
    }
    for table in tables { try connection.execute("copy (select 1 limit 0) to '\(file(table))'") }
    try cluster.drop(empty)
    return seconds
  }

  /// In the server's data directory, and gone with the cluster.
  private func file(_ table: String) -> String {
    "\(cluster.dataDirectory)/base/receipt-benchmark-\(table)"
  }
}
