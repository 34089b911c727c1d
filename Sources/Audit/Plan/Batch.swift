import PostgreSQL

/// A piece of a run that one lane has taken by lease.
struct Batch: Sendable {
  var runID: Int64
  var number: Int64
  /// Keys of the source, as text, both included.
  var firstKey: String
  var lastKey: String
  /// How often it was taken: tells this owner from an earlier one that lost the lease.
  var epoch: Int64
  var owner: String

  /// Takes the run's next free batch; nil where none is left.
  static func claim(runID: Int64, owner: String, _ connection: Connection) throws -> Batch? {
    let rows = try connection.query(
      JobStatement.claimBatch.text, [.int8(runID), .text(owner)])
    guard rows.count == 1 else { return nil }
    let row = rows[0]
    return Batch(
      runID: runID, number: try row.int("batch_no") ?? 0,
      firstKey: try row.text("first_key") ?? "", lastKey: try row.text("last_key") ?? "",
      epoch: try row.int("epoch") ?? 0, owner: owner)
  }

  /// Locks the batch for the open transaction, and throws where somebody else owns it by now.
  func fence(_ connection: Connection) throws {
    let rows = try connection.query(
      JobStatement.fenceBatch.text,
      [.int8(runID), .int8(number), .text(owner), .int8(epoch)])
    guard rows.count == 1 else {
      throw AuditError(
        .failed, "batch \(number) of run \(runID) was taken over by another worker")
    }
  }

  /// Records in the open transaction that all of the batch's rows are written.
  func finish(receipts: Int, _ connection: Connection) throws {
    try connection.query(
      JobStatement.finishBatch.text, [.int8(runID), .int8(number), .int8(Int64(receipts))])
  }
}
