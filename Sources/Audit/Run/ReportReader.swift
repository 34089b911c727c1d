import PostgreSQL

/// Reads the report of a run that was worked off out of the tables.
struct ReportReader {
  let run: RunRecord
  let outcome: Publication.Outcome

  /// `receiptsBefore` is what an interrupted process had already done.
  func read(
    _ connection: Connection, clock: PhaseClock, receiptsBefore: Int64
  ) throws -> RunReport {
    let progress = try RunProgress.read(run, connection)
    let seconds = clock.seconds(of: "verify")
    let audited = Double(progress.receiptsDone - receiptsBefore)
    var clock = clock
    clock.note("plan", rows: progress.receipts)
    clock.note("verify", rows: progress.receiptsDone - receiptsBefore)
    let words = try connection.query(JobStatement.reportRun.text, [.int8(run.runID)])
    return RunReport(
      run: run, status: outcome == .published ? .published : .held, planned: progress.receipts,
      causes: try causes(connection), receipts: progress.receiptsDone, batches: progress.batches,
      verdicts: try verdicts(connection), findings: try findings(connection),
      phases: clock.phases, receiptsPerSecond: seconds > 0 ? audited / seconds : 0,
      message: outcome == .published ? nil : try words[0].text("message"),
      reason: try words[0].text("reason"))
  }

  private func causes(_ connection: Connection) throws -> [String: Int64] {
    try RunPlanner.counts(
      connection.query(JobStatement.reportPlan.text, [.int8(run.runID)]))
  }

  private func verdicts(_ connection: Connection) throws -> [String: Int64] {
    let rows = try connection.query(JobStatement.reportVerdicts.text, [.int8(run.runID)])
    var counts: [String: Int64] = [:]
    for index in 0..<rows.count {
      counts[try rows[index].text("verdict") ?? ""] = try rows[index].int("receipts")
    }
    return counts
  }

  private func findings(_ connection: Connection) throws -> [RunReport.RuleCount] {
    let rows = try connection.query(JobStatement.reportFindings.text, [.int8(run.runID)])
    return try (0..<rows.count).map { index in
      let row = rows[index]
      return RunReport.RuleCount(
        rule: try row.text("rule") ?? "",
        severity: try row.text("severity").flatMap(Severity.init) ?? .info,
        new: try row.int("new") ?? 0, open: try row.int("open") ?? 0)
    }
  }
}
