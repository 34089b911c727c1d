import PostgreSQL

/// Takes batches and audits them one after the other, on a thread and with connections of its own.
///
/// One transaction commits a batch: first the fence, then the rows, chunk by chunk as they are read
/// and verified, then the batch's mark. Whatever ends it early leaves nothing behind.
struct Lane {
  let job: LaneJob
  let owner: String

  /// Works until no batch is left or the run is to stop.
  func run() throws {
    let writer = try AuditSession.open(job.settings)
    let reader = try AuditSession.open(job.sourceSettings)
    while true {
      try job.checkStop()
      guard let batch = try Batch.claim(runID: job.runID, owner: owner, writer) else { return }
      let receipts = try audit(batch, reader: reader, writer: writer)
      try job.committed(receipts: receipts)
    }
  }

  private func audit(_ batch: Batch, reader: Connection, writer: Connection) throws -> Int {
    var chunk = Chunk(budget: job.budget)
    defer { chunk.clear() }
    return try BatchError.numbered(batch.number) {
      try writer.transaction {
        try batch.fence(writer)
        var receipts = 0
        try job.reader.read(batch, reader) { row in
          try job.stop.check()
          if !chunk.add(row) {
            receipts += try write(&chunk, writer)
            _ = chunk.add(row)
          }
          if chunk.isFull { receipts += try write(&chunk, writer) }
        }
        receipts += try write(&chunk, writer)
        try batch.finish(receipts: receipts, writer)
        return receipts
      }
    }
  }

  private func write(_ chunk: inout Chunk, _ writer: Connection) throws -> Int {
    guard !chunk.rows.isEmpty else { return 0 }
    let judged = job.fan.judge(chunk.rows)
    try job.writer.write(judged, writer)
    chunk.clear()
    return judged.count
  }
}
