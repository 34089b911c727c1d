import Foundation
import PostgreSQL
import ReceiptVerification

/// Takes batches and audits them one after the other, on a thread and with connections of its own.
///
/// One transaction commits a batch: first the fence, then the rows, chunk by chunk as they are read
/// and verified, then the batch's mark. Whatever ends it early leaves nothing behind. A fault of the
/// database is waited out and the batch begun again; the fence then tells whether a COMMIT whose
/// answer was lost had come through.
struct Lane {
  private let job: LaneJob
  private let writer: LaneConnection
  private let reader: LaneConnection

  /// What became of a batch.
  private enum Outcome {
    case committed(receipts: Int)
    case takenOver
    /// A replica would not let all of it be read at once.
    case cut
  }

  init(_ job: LaneJob) {
    self.job = job
    writer = LaneConnection(job.order.settings)
    reader = LaneConnection(job.order.source)
  }

  /// Works until no batch is left or the run is to stop.
  func run() throws {
    while let batch = try next() {
      switch try BatchError.numbered(batch.number, { try work(batch) }) {
      case .committed(let receipts): job.committed(receipts: receipts, look: batch.look)
      case .takenOver:
        job.notice(
          "batch \(batch.number) of run \(batch.runID) was taken over by another worker;"
            + " nothing of it was written here")
      case .cut:
        job.notice(
          "reading batch \(batch.number) of run \(batch.runID) got in the way of the replica's"
            + " recovery (40001); it was cut into smaller ones")
      }
    }
  }

  /// The next batch, which may have to be waited for: others may be lost with theirs.
  private func next() throws -> Batch? {
    while true {
      try job.checkStop()
      let commits = job.commits
      let batch = try retrying { connection in try take(connection) }
      if let batch { return batch }
      let unfinished = try retrying { connection in try job.unfinished(connection) }
      if unfinished == 0 { return nil }
      job.waitForCommit(after: commits, seconds: 0.25)
    }
  }

  private func take(_ connection: Connection) throws -> Batch? {
    if job.order.readsElsewhere { try job.order.requireCaughtUp(reader.open(), connection) }
    while let batch = try Batch.claim(job.order, connection) {
      guard batch.isSuspect else { return batch }
      if !batch.isDivisible {
        do { try examine(batch, connection) } catch is Batch.TakenOver { continue }
        return batch
      }
      try batch.split(job.reader.view.keyType, connection)
    }
    return nil
  }

  /// The only receipt of a batch that one worker after another was lost with is tried before it is
  /// worked at, and set aside where workers were lost in the trial too.
  private func examine(_ batch: Batch, _ connection: Connection) throws {
    guard batch.trials < 5 else {
      let entry = SetAside(
        reason: .crashed, detail: "\(batch.trials) workers were lost while they tried it alone")
      return try entry.record(batch.firstKey, runID: batch.runID, connection)
    }
    guard try SetAside.load(connection)[batch.firstKey] == nil else { return }
    try batch.withTrial(connection) {
      var rows: [SourceRow] = []
      try job.reader.read(keys: [batch.firstKey], reader.open()) { rows.append($0) }
      for row in rows { try job.examine(row, look: batch.look, connection) }
    }
  }

  private func work(_ batch: Batch) throws -> Outcome {
    do {
      return try retrying { connection in try auditOrCut(batch, connection) }
    } catch is Batch.TakenOver {
      return .takenOver
    } catch {
      // Its lease would run out anyway.
      try? batch.release(writer.open())
      throw error
    }
  }

  /// A replica cancels what reads for too long beside its recovery, with the SQLSTATE of a
  /// serialization failure, of which there is no other source here. The same again would end the
  /// same; what is shorter gets through.
  private func auditOrCut(_ batch: Batch, _ writer: Connection) throws -> Outcome {
    do { return try audit(batch, writer) } catch let fault as PostgreSQLError
      where fault.sqlState == "40001" && batch.isDivisible
    {
      try batch.split(job.reader.view.keyType, writer)
      return .cut
    }
  }

  private func audit(_ batch: Batch, _ writer: Connection) throws -> Outcome {
    let reader = try reader.open()
    // It may be a new connection, and lead elsewhere than the last one.
    try job.order.requireCaughtUp(reader, writer)
    return try writer.transaction {
      if case .done(let receipts) = try batch.fence(writer) {
        return .committed(receipts: Int(receipts))
      }
      let setAside = try SetAside.load(writer)
      var keys: [String] = []
      let receipts = try job.chunks.read(
        batch, setAside: setAside, reader, opened: { try job.order.requireCaughtUp($0, writer) }
      ) { rows in
        if batch.look > 1 { keys += rows.map(\.receiptID) }
        let judged = try job.judge(rows, look: batch.look, writer)
        if batch.look > 1 { try job.writer.withdraw(judged, writer) }
        try job.writer.write(judged, replacing: batch.replaces, writer)
        return judged.count
      }
      try batch.finish(receipts: receipts, keys: keys, writer)
      return .committed(receipts: receipts)
    }
  }

  private func retrying<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try job.retry.run(stop: job.stop) {
      let connection = try writer.open()
      do { return try body(connection) } catch {
        throw AuditSession.explained(error, connection)
      }
    }
  }
}
