import PostgreSQL

/// Receipts that a worker process held when it ended, tried one after the other by one thread: the
/// one that ends or holds up this process too is the cause. Nothing is written.
enum Trial {
  static func run(_ job: LaneJob) throws {
    let connection = LaneConnection(job.order.source)
    let results = LaneConnection(job.order.settings)
    for key in job.order.trial {
      // A trial that ends for want of the database would acquit all that come after.
      let rows = try job.retry.run(stop: job.stop) {
        var rows: [SourceRow] = []
        try job.reader.read(keys: [key], connection.open()) { rows.append($0) }
        return rows
      }
      try job.retry.run(stop: job.stop) {
        for row in rows { try job.examine(row, look: .max, results.open()) }
      }
    }
  }
}
