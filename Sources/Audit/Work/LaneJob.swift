import Dispatch
import Foundation
import PostgreSQL

/// What all lanes of a run share.
final class LaneJob: @unchecked Sendable {
  // Sendable: everything is immutable and Sendable but the counts, which are touched under `lock`.
  let runID: Int64
  let settings: ConnectionSettings
  let sourceSettings: ConnectionSettings
  let reader: SourceReader
  let fan: VerificationFan
  let writer: ResultWriter
  let budget: ByteBudget
  let stop: StopFlag
  private let options: AuditOptions
  private let started = DispatchTime.now().uptimeNanoseconds
  private let progress: @Sendable (AuditProgress) -> Void
  private let lock = NSLock()
  private var counts: AuditProgress
  private var batches = 0

  init(
    run: RunRecord, settings: ConnectionSettings, options: AuditOptions, reader: SourceReader,
    fan: VerificationFan, counts: AuditProgress,
    progress: @escaping @Sendable (AuditProgress) -> Void
  ) {
    runID = run.runID
    self.settings = settings
    sourceSettings = options.source ?? settings
    self.reader = reader
    self.fan = fan
    writer = ResultWriter(run: run)
    budget = ByteBudget(limit: options.byteBudget)
    stop = StopFlag(below: options.stop)
    self.options = options
    self.counts = counts
    self.progress = progress
  }

  /// Throws where the run is to end before the next batch.
  func checkStop() throws(AuditError) {
    if let limit = options.maxRuntime,
      Double(DispatchTime.now().uptimeNanoseconds - started) / 1e9 >= limit
    {
      stop.raise(.outOfTime)
    }
    try stop.check()
  }

  /// Counts a batch that has committed, and tells how far the run is.
  func committed(receipts: Int) throws(AuditError) {
    lock.lock()
    batches += 1
    counts.done += Int64(receipts)
    counts.total = max(counts.total, counts.done)
    let ends = batches == options.stopAfterBatches
    progress(counts)
    lock.unlock()
    if ends { stop.raise(.interrupted) }
  }
}
