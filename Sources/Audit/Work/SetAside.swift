import PostgreSQL
import ReceiptVerification

/// Why a receipt is not touched any more: it ended or held up a worker process.
struct SetAside: Sendable, Equatable {
  /// `crashed` or `timedOut`.
  var reason: Reason
  /// The signal that ended the process, such as `SIGSEGV`.
  var signal: String?
  /// What was being done with the receipt.
  var stage: String?
  var detail: String?

  /// All that are set aside, by key.
  static func load(_ connection: Connection) throws -> [String: SetAside] {
    let rows = try connection.query(JobStatement.setAside.text)
    var entries: [String: SetAside] = [:]
    for index in 0..<rows.count {
      let row = rows[index]
      guard let key = try row.text("receipt_id") else { continue }
      entries[key] = SetAside(
        reason: try row.text("reason").flatMap(Reason.init) ?? .crashed,
        signal: try row.text("signal"), stage: try row.text("stage"),
        detail: try row.text("detail"))
    }
    return entries
  }

  /// Sets a receipt aside, whatever becomes of the run.
  func record(_ receiptID: String, runID: Int64, _ connection: Connection) throws {
    let words: [Value] = [signal, stage, detail].map { $0.map { .text($0) } ?? .null }
    try connection.query(
      JobStatement.quarantine.text,
      [.text(receiptID), .int8(runID), .text(reason.rawValue)] + words)
  }
}
