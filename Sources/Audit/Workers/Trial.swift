import PostgreSQL

/// Receipts that a worker process held when it ended, tried one after the other by one thread: the
/// one that ends or holds up this process too is the cause. Nothing is written.
enum Trial {
  static func run(_ job: LaneJob) throws {
    let connection = try AuditSession.open(job.order.source)
    for key in job.order.trial {
      var rows: [SourceRow] = []
      try job.reader.read(keys: [key], connection) { rows.append($0) }
      for row in rows { job.examine(row) }
    }
  }
}
