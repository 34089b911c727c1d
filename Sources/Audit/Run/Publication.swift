import PostgreSQL

/// What follows when every batch is done: receipts are compared with one another, counted, and the
/// run becomes the one that readers see.
///
/// All of it is one transaction: who is stopped in between has changed nothing, and does it again.
struct Publication {
  let run: RunRecord
  let stop: StopFlag

  func publish(_ connection: Connection) throws {
    try connection.transaction {
      try connection.query(JobStatement.countReceipts.text, [.int8(run.runID)])
      try Correlation.run(on: connection, runID: run.runID)
      try stop.check()
      try Correlation.publish(on: connection, runID: run.runID)
    }
  }
}
