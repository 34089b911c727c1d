import PostgreSQL

/// Reads a published run's report out of the tables.
struct ReportReader {
  let run: RunRecord

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
    return RunReport(
      run: run, status: .published, planned: progress.receipts, receipts: progress.receiptsDone,
      batches: progress.batches, verdicts: try verdicts(connection),
      findings: try findings(connection), phases: clock.phases,
      receiptsPerSecond: seconds > 0 ? audited / seconds : 0)
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
