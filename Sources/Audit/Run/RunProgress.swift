import PostgreSQL

/// How a run stands, and how far it is by its batches.
struct RunProgress: Sendable, Equatable {
  /// nil where its row is gone.
  var status: String?
  var maxReceiptSize: Int64?
  var certificatesAtHand: [String]?
  var batches: Int64
  var batchesDone: Int64
  var receipts: Int64
  var receiptsDone: Int64

  static func read(_ run: RunRecord, _ connection: Connection) throws -> RunProgress {
    let row = try connection.query(JobStatement.progress.text, [.int8(run.runID)])[0]
    return RunProgress(
      status: try row.text("status"), maxReceiptSize: try row.int("max_receipt_size"),
      certificatesAtHand: try row.textArray("certificates_at_hand"),
      batches: try row.int("batches") ?? 0, batchesDone: try row.int("batches_done") ?? 0,
      receipts: try row.int("receipts") ?? 0, receiptsDone: try row.int("receipts_done") ?? 0)
  }
  /// Whether anything is to be done for it: whoever held the run lock meanwhile may have published it,
  /// or have ended it otherwise.
  var isUnderWay: Bool { status == "running" }

  var isWorkedOff: Bool { batchesDone == batches }

  /// Throws where somebody else goes on with it on other terms.
  func require(_ options: AuditOptions) throws(AuditError) {
    guard maxReceiptSize == Int64(options.maxReceiptSize),
      certificatesAtHand == options.anchors.fingerprintsAtHand
    else {
      throw AuditError(
        .locked, "another run goes on with this one's work, with other options",
        remedy: "wait until it has ended")
    }
  }
}
