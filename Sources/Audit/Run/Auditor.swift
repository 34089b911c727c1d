public import PostgreSQL
import ReceiptVerification

/// The nightly job: audits what is new in `audit.source` and publishes what it found.
public struct Auditor: Sendable {
  private let settings: ConnectionSettings
  private let options: AuditOptions

  /// How often what came or changed meanwhile is looked for. A source that never rests leaves the
  /// last of it to the next run.
  private static let latePasses = 3

  /// `settings` names the database that the audit tables are in.
  public init(settings: ConnectionSettings, options: AuditOptions) {
    self.settings = settings
    var options = options
    options.retry.notice = options.notice
    self.options = options
  }

  /// Runs once. `progress` is called after each batch, from any thread, one call at a time.
  public func run(
    progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
  ) throws(AuditError) -> RunReport {
    do {
      try options.validate()
      try HostProof.require()
      let deadline = Deadline(options.maxRuntime, options.stop, overdue: options.overdue)
      defer { deadline.end() }
      let session = try RunSession(settings, options)
      try session.attempt { connection in try Schema.requireCurrent(connection) }
      if options.dryRun {
        return try session.attempt { connection in try DryRun(options: options).report(connection) }
      }
      let view = try session.attempt { connection in try SourceView.inspect(connection) }
      try session.lock()
      return try audit(session, view, deadline, progress)
    } catch {
      throw AuditError(wrapping: error)
    }
  }

  private func audit(
    _ session: RunSession, _ view: SourceView, _ deadline: Deadline,
    _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws -> RunReport {
    var clock = PhaseClock()
    let run = try clock.measure("plan") {
      try session.attempt { connection in try lifecycle(connection, view).begin() }
    }
    do {
      let before = try session.attempt { try RunProgress.read(run, $0) }
      let relations = try session.attempt { try SourceRelations.inspect($0) }
      let outcome = try workOff(run, view, relations, session, &clock, progress)
      deadline.end()
      return try session.attempt(evenIfStopped: true) { connection in
        try ReportReader(run: run, outcome: outcome).read(
          connection, clock: clock, receiptsBefore: before.receiptsDone)
      }
    } catch {
      let error = AuditError(wrapping: error)
      try? session.once { connection in try lifecycle(connection, view).end(run, error) }
      throw error
    }
  }

  /// Everything from the first batch to the outcome, until no batch is left at the end of it.
  private func workOff(
    _ run: RunRecord, _ view: SourceView, _ relations: SourceRelations, _ session: RunSession,
    _ clock: inout PhaseClock, _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws -> Publication.Outcome {
    let losses = LossCount()
    while true {
      try work(run, view, session, losses, &clock, progress)
      try clock.measure("verify") { try lookAgain(run, view, session, losses, progress) }
      let outcome = try clock.measure("correlate") { try conclude(run, view, relations, session) }
      if let outcome { return outcome }
    }
  }

  /// Works off the batches, and then what came or changed in the meantime. A limit is a limit: it
  /// leaves that to the next run.
  private func work(
    _ run: RunRecord, _ view: SourceView, _ session: RunSession, _ losses: LossCount,
    _ clock: inout PhaseClock, _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws {
    for pass in 0...Self.latePasses {
      try clock.measure("verify") { try verify(run, session, losses, progress) }
      guard pass < Self.latePasses, options.limit == nil else { return }
      let isMore = try clock.measure("plan") {
        try session.attempt { connection in
          try RunPlanner(connection: connection, options: options, view: view).planLate(run)
        }
      }
      guard isMore else { return }
    }
  }

  private func verify(
    _ run: RunRecord, _ session: RunSession, _ losses: LossCount,
    _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws {
    let before = try session.attempt { try RunProgress.read(run, $0) }
    let remaining = before.batches - before.batchesDone
    guard before.isUnderWay, remaining > 0 else { return }
    try before.require(options)
    var order = WorkOrder(run, settings, options)
    order.lanes = min(order.lanes, Int(remaining))
    if let processes = options.processes {
      try Supervisor(
        order, processes: min(processes, order.lanes), options, losses: losses, progress
      ).run()
      return
    }
    let job = try session.attempt { connection in
      try LaneJob(
        order, connection, slots: SlotTable(), stop: options.stop,
        limits: .init(batches: options.stopAfterBatches),
        counts: AuditProgress(done: before.receiptsDone, total: before.receipts),
        notice: options.notice, progress: progress)
    }
    try LaneCrew.run(job, lanes: order.lanes)
  }

  private func conclude(
    _ run: RunRecord, _ view: SourceView, _ relations: SourceRelations, _ session: RunSession
  ) throws -> Publication.Outcome? {
    let publication = Publication(
      run: run, stop: options.stop, guardian: options.guardPercent.map(Guard.init))
    return try session.attempt { connection in
      try relations.requireAll(connection)
      try view.requireUnchanged(connection)
      return try publication.conclude(connection)
    }
  }

  /// What a second look brings to light may help others: it is taken until nobody is left whom it
  /// could.
  private func lookAgain(
    _ run: RunRecord, _ view: SourceView, _ session: RunSession, _ losses: LossCount,
    _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) throws {
    var last: RunPlanner.Pool?
    while let pool = try session.attempt({ connection in
      try RunPlanner(connection: connection, options: options, view: view)
        .planSecondLook(run, after: last)
    }) {
      try verify(run, session, losses, progress)
      last = pool
    }
  }

  private func lifecycle(_ connection: Connection, _ view: SourceView) -> RunLifecycle {
    RunLifecycle(connection: connection, options: options, view: view)
  }
}
