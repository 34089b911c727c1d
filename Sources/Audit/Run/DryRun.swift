import PostgreSQL

/// What a run would do, without doing any of it.
struct DryRun {
  let options: AuditOptions

  func report(_ connection: Connection) throws -> RunReport {
    var clock = PhaseClock()
    let view = try SourceView.inspect(connection)
    let lifecycle = RunLifecycle(connection: connection, options: options, view: view)
    let planner = RunPlanner(connection: connection, options: options, view: view)
    let causes = try clock.measure("plan") {
      try planner.count(policyID: try lifecycle.knownPolicy())
    }
    let planned = causes.values.reduce(0, +)
    let rate = try planner.pastRate()
    return RunReport(
      run: nil, status: .planned, planned: planned, causes: causes, receipts: 0,
      batches: BatchSizes(options).batches(for: planned), verdicts: [:], findings: [],
      phases: clock.phases,
      receiptsPerSecond: 0,
      estimatedSeconds: rate.flatMap { $0 > 0 ? Double(planned) / $0 : nil })
  }
}
