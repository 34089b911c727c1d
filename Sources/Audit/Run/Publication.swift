import PostgreSQL

/// What follows when every batch is done: receipts are compared with one another, counted, and the
/// run becomes the one that readers see, or is held for a person to decide.
///
/// All of it is one transaction: who is stopped in between has changed nothing, and does it again.
struct Publication {
  let run: RunRecord
  let stop: StopFlag
  /// nil publishes whatever was found.
  let guardian: Guard?

  /// How a run ended that was worked off.
  enum Outcome: Equatable {
    case published
    case held(reason: String)
  }

  /// Safe to repeat: where an earlier COMMIT came through whose answer was lost, its outcome stands.
  ///
  /// - Returns: nil where batches are not done: a server that took the place of another one may not
  ///   have got what was last committed there.
  func conclude(_ connection: Connection) throws -> Outcome? {
    if let outcome = try decided(connection) { return outcome }
    return try connection.transaction {
      let progress = try RunProgress.read(run, connection)
      guard progress.isUnderWay else {
        throw AuditError(
          .locked,
          "run \(run.runID) was ended by somebody else: it is \(progress.status ?? "gone")",
          remedy: "run again")
      }
      guard progress.isWorkedOff else { return nil }
      try connection.query(JobStatement.countReceipts.text, [.int8(run.runID)])
      try Correlation.run(on: connection, runID: run.runID)
      try stop.check()
      if let reason = try guardian?.reason(run: run, connection) {
        try connection.query(JobStatement.holdRun.text, [.int8(run.runID), .text(reason)])
        return .held(reason: reason)
      }
      try Correlation.publish(on: connection, runID: run.runID)
      return .published
    }
  }

  private func decided(_ connection: Connection) throws -> Outcome? {
    let rows = try connection.query(JobStatement.runState.text, [.int8(run.runID)])
    guard rows.count == 1 else {
      throw AuditError(.failed, "run \(run.runID) is gone: somebody deleted its row")
    }
    switch try rows[0].text("status") {
    case "published": return .published
    case "held": return .held(reason: try rows[0].text("message") ?? "")
    default: return nil
    }
  }
}
