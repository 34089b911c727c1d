import PostgreSQL

/// How far a run is by its batches.
struct RunProgress: Sendable, Equatable {
  var batches: Int64
  var batchesDone: Int64
  var receipts: Int64
  var receiptsDone: Int64

  static func read(_ run: RunRecord, _ connection: Connection) throws -> RunProgress {
    let row = try connection.query(JobStatement.progress.text, [.int8(run.runID)])[0]
    return RunProgress(
      batches: try row.int("batches") ?? 0, batchesDone: try row.int("batches_done") ?? 0,
      receipts: try row.int("receipts") ?? 0, receiptsDone: try row.int("receipts_done") ?? 0)
  }
}
