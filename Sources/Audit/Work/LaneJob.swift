import Dispatch
import Foundation
import PostgreSQL
import ReceiptVerification

/// What all lanes of a process share.
final class LaneJob: @unchecked Sendable {
  // Sendable: everything is immutable and Sendable but the counts, which are touched under `condition`.
  let order: WorkOrder
  let reader: SourceReader
  private let fan: VerificationFan
  private let secondLook: SecondLook
  let writer: ResultWriter
  let chunks: ChunkReader
  private let slots: SlotTable
  let stop: StopFlag
  let retry: RetryPolicy
  let notice: @Sendable (String) -> Void
  private let limits: Limits
  private let started = DispatchTime.now().uptimeNanoseconds
  private let progress: @Sendable (AuditProgress) -> Void
  private let condition = NSCondition()
  private var counts: AuditProgress
  private var batches = 0

  /// What ends the work of a process early.
  struct Limits: Sendable {
    /// Seconds from its start.
    var maxRuntime: Double?
    /// Batches that have committed.
    var batches: Int?
  }

  /// Looks up what the work needs from the database.
  init(
    _ order: WorkOrder, _ connection: Connection, slots: SlotTable, stop: StopFlag,
    limits: Limits = Limits(), counts: AuditProgress = AuditProgress(done: 0, total: 0),
    notice: @escaping @Sendable (String) -> Void,
    progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
  ) throws {
    self.order = order
    self.slots = slots
    reader = SourceReader(
      view: try SourceView.inspect(connection), maxReceiptSize: order.maxReceiptSize)
    let findings = ReceiptFindings(apps: try AppCatalogue.load(connection))
    fan = VerificationFan(
      verifier: ReceiptVerifier(anchors: order.trust), findings: findings, slots: slots)
    secondLook = SecondLook(order, findings, slots)
    writer = ResultWriter(run: order.run, slots: slots)
    self.stop = StopFlag(below: stop)
    chunks = ChunkReader(
      reader: reader, source: order.source, budget: ByteBudget(limit: order.byteBudget),
      stop: self.stop)
    var retry = RetryPolicy(budget: order.retryBudget)
    retry.notice = notice
    self.retry = retry
    self.notice = notice
    self.limits = limits
    self.counts = counts
    self.progress = progress
  }

  /// Throws where the run is to end before the next batch.
  func checkStop() throws(AuditError) {
    if let limit = limits.maxRuntime,
      Double(DispatchTime.now().uptimeNanoseconds - started) / 1e9 >= limit
    {
      stop.raise(.outOfTime)
    }
    try stop.check()
  }

  /// Judges rows on all cores, and answers what is to be written of them: in a second look nothing of
  /// those that miss a certificate still.
  func judge(_ rows: [SourceRow], look: Int64, _ connection: Connection) throws -> [JudgedReceipt] {
    guard look > 1 else { return fan.judge(rows) }
    return try secondLook.fan(look, connection).judge(rows).filter { !$0.missesCertificate }
  }

  /// Judges a receipt as all looks up to this one would and makes its rows, on this thread, and drops
  /// all of it.
  func examine(_ row: SourceRow, look: Int64, _ connection: Connection) throws {
    let again = look > 1 ? try secondLook.fan(look, connection) : nil
    slots.withSlot { slot in
      let judged = fan.judge(row, slot)
      writer.encode(judged, slot)
      if let again, judged.missesCertificate { writer.encode(again.judge(row, slot), slot) }
    }
  }

  /// Batches of this process that have committed.
  var commits: Int { condition.withLock { batches } }

  /// Counts a batch that has committed, and tells how far the run is. Who is looked at again is not
  /// counted again.
  func committed(receipts: Int, look: Int64) {
    let isLast = condition.withLock {
      batches += 1
      if look == 1 { counts.done += Int64(receipts) }
      counts.total = max(counts.total, counts.done)
      progress(counts)
      condition.broadcast()
      return batches == limits.batches
    }
    if isLast { stop.raise(.interrupted) }
  }

  /// Waits until another lane has committed a batch since there were so many, or for so long.
  func waitForCommit(after commits: Int, seconds: Double) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while batches == commits, stop.cause == nil, condition.wait(until: deadline) {}
    }
  }

  /// Batches that are not done, whoever has them. Those of processes that are gone are freed.
  func unfinished(_ connection: Connection) throws -> Int64 {
    let count = try order.unfinished(connection)
    if count > 0 {
      try connection.query(
        JobStatement.freeBatches.text, [.int8(order.run.runID), .float8(2)])
    }
    return count
  }
}
