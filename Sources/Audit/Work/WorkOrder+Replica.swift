import PostgreSQL

extension WorkOrder {
  /// Throws, to be tried again, while a replica that receipts are read from has not come as far as the
  /// run's plan: it would show too little, or what was there before.
  ///
  /// - Parameters:
  ///   - reader: leads to `source`.
  ///   - writer: leads to `settings`.
  func requireCaughtUp(_ reader: Connection, _ writer: Connection) throws {
    guard readsElsewhere else { return }
    let rows = try writer.query(JobStatement.sourcePosition.text, [.int8(run.runID)])
    guard rows.count == 1, let system = try rows[0].int("source_system"),
      let position = try rows[0].text("source_lsn")
    else { return }
    let lag = try reader.query(JobStatement.replicaLag.text, [.int8(system), .text(position)])
    guard let behind = try lag[0].int("behind"), behind > 0 else { return }
    var error = AuditError(
      .unreachable,
      "the replica that audit.source is read from is \(behind) octets of write-ahead log behind what"
        + " the run was planned by",
      remedy: "wait until it has caught up, or read from the primary")
    error.isTransient = true
    throw error
  }
}
