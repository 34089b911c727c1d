public import PostgreSQL

/// A worker that joins a run which is under way, from this host or another one: it needs the run's
/// database and nothing else. It may come and go as it likes.
public struct Worker: Sendable {
  private let settings: ConnectionSettings
  private let options: AuditOptions

  /// `settings` names the database that the audit tables are in. Of the options, those that decide
  /// about results are the run's own.
  public init(settings: ConnectionSettings, options: AuditOptions) {
    self.settings = settings
    self.options = options
  }

  /// Works until the run needs no worker any more: more may come up in it when all batches are done. A
  /// run whose own process is gone is not waited for.
  ///
  /// - Throws: `AuditError`; with `configuration` where the run is not under way, or audits under
  ///   other rules, trust anchors or certificates at hand than this worker would.
  public func run(
    _ runID: Int64, progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
  ) throws(AuditError) {
    do {
      try options.validate()
      try HostProof.require()
      let losses = LossCount()
      let processes = min(options.processes ?? 1, options.jobs)
      guard var order = try onDatabase({ connection in try join(runID, connection) }) else {
        throw AuditError.configuration(
          "run \(runID) is not under way", remedy: "`receipt-audit runs` lists the runs")
      }
      while true {
        try Supervisor(order, processes: processes, options, losses: losses, progress).run()
        // It may be gone on with on other terms by now.
        guard try isMoreToCome(runID),
          let next = try onDatabase({ connection in try join(runID, connection) })
        else { return }
        order = next
      }
    } catch {
      throw AuditError(wrapping: error)
    }
  }

  private func onDatabase<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try options.retry.run(stop: options.stop) {
      let connection = try AuditSession.open(settings)
      try Schema.requireCurrent(connection)
      return try body(connection)
    }
  }

  /// Waits until batches are left, or none can be expected any more. A run that has lost its connection
  /// leads again when it has another one.
  private func isMoreToCome(_ runID: Int64) throws -> Bool {
    try onDatabase { connection in
      var waits = Self.waitsForLead
      while waits > 0 {
        let rows = try connection.query(JobStatement.prospect.text, [.int8(runID)])
        guard rows.count == 1, try rows[0].bool("is_under_way") == true else { return false }
        waits = try rows[0].bool("is_led") == true ? Self.waitsForLead : waits - 1
        if try rows[0].bool("is_any_left") == true { return true }
        try RetryPolicy.pause(seconds: 0.5, options.stop)
      }
      return false
    }
  }

  /// Half seconds without anybody who leads the run, after which nobody will.
  private static let waitsForLead = 60

  /// nil where the run is not under way.
  private func join(_ runID: Int64, _ connection: Connection) throws -> WorkOrder? {
    let rows = try connection.query(JobStatement.runTerms.text, [.int8(runID)])
    guard rows.count == 1, try rows[0].text("status") == "running" else { return nil }
    let row = rows[0]
    let view = try SourceView.inspect(connection)
    let lifecycle = RunLifecycle(connection: connection, options: options, view: view)
    guard let policy = try row.int("policy_id"), try lifecycle.knownPolicy() == policy else {
      throw AuditError.configuration(
        "run \(runID) audits under other rules or trust anchors than this worker would",
        remedy: "use the same version and the same --trust-anchor files as the run")
    }
    guard try row.textArray("certificates_at_hand") == options.anchors.fingerprintsAtHand else {
      throw AuditError.configuration(
        "run \(runID) was given other certificates than this worker",
        remedy: "use the same --intermediate and --trust-anchor files as the run")
    }
    let run = try lifecycle.joined(row)
    var order = WorkOrder(run, settings, options)
    order.maxReceiptSize = Int(try row.int("max_receipt_size") ?? Int64(options.maxReceiptSize))
    order.lease = try row.double("lease_seconds") ?? options.lease
    return order
  }
}
