public import PostgreSQL
import ReceiptVerification

/// The nightly job: audits what is new in `audit.source` and publishes what it found.
public struct Auditor: Sendable {
  private let settings: ConnectionSettings
  private let options: AuditOptions

  /// `settings` names the database that the audit tables are in.
  public init(settings: ConnectionSettings, options: AuditOptions) {
    self.settings = settings
    self.options = options
  }

  /// Runs once. `progress` is called after each batch, from any thread, one call at a time.
  public func run(
    progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
  ) throws(AuditError) -> RunReport {
    do {
      try options.validate()
      try HostProof.require()
      let connection = try AuditSession.open(settings)
      try Schema.requireCurrent(connection)
      let view = try SourceView.inspect(connection)
      let lifecycle = RunLifecycle(connection: connection, options: options, keyType: view.keyType)
      if options.dryRun { return try plan(lifecycle) }
      try lifecycle.lock()
      return try audit(lifecycle, view, progress)
    } catch {
      throw AuditError(wrapping: error)
    }
  }

  private func plan(_ lifecycle: RunLifecycle) throws -> RunReport {
    var clock = PhaseClock()
    let planned = try clock.measure("plan") {
      try lifecycle.connection.query(
        JobStatement.countPending.text,
        [
          try lifecycle.knownPolicy().map { .int4(Int32($0)) } ?? .null, .bool(options.full),
          options.limit.map { .int8(Int64($0)) } ?? .null,
        ])[0].int("receipts") ?? 0
    }
    let batches = (planned + Int64(options.batchSize) - 1) / Int64(options.batchSize)
    return RunReport(
      run: nil, status: .planned, planned: planned, receipts: 0, batches: batches, verdicts: [:],
      findings: [], phases: clock.phases, receiptsPerSecond: 0)
  }

  private func audit(
    _ lifecycle: RunLifecycle, _ view: SourceView,
    _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws -> RunReport {
    var clock = PhaseClock()
    let connection = lifecycle.connection
    let run = try clock.measure("plan") {
      try options.stop.cancelling(connection) { try lifecycle.begin() }
    }
    do {
      let before = try RunProgress.read(run, lifecycle.connection)
      try clock.measure("verify") {
        try verify(run, view, lifecycle, before, progress)
        try SecondLook(
          run: run, view: view, options: options, source: options.source ?? settings,
          connection: connection, slots: try SlotTable()
        ).perform()
      }
      let publication = Publication(run: run, stop: options.stop)
      try clock.measure("correlate") {
        try options.stop.cancelling(connection) { try publication.publish(connection) }
      }
      return try ReportReader(run: run).read(
        lifecycle.connection, clock: clock, receiptsBefore: before.receiptsDone)
    } catch {
      let error = AuditError(wrapping: error)
      try? lifecycle.end(run, error)
      throw error
    }
  }

  private func verify(
    _ run: RunRecord, _ view: SourceView, _ lifecycle: RunLifecycle, _ before: RunProgress,
    _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws {
    let remaining = before.batches - before.batchesDone
    guard remaining > 0 else { return }
    var order = WorkOrder(run, settings, options)
    order.lanes = min(order.lanes, Int(remaining))
    if let processes = options.processes {
      try Supervisor(order, processes: min(processes, order.lanes), options, progress).run()
      return
    }
    let job = try LaneJob(
      order, lifecycle.connection, slots: SlotTable(), stop: options.stop,
      limits: .init(maxRuntime: options.maxRuntime, batches: options.stopAfterBatches),
      counts: AuditProgress(done: before.receiptsDone, total: before.receipts),
      notice: options.notice, progress: progress)
    try LaneCrew.run(job, lanes: order.lanes)
  }
}
