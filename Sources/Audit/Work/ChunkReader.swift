import PostgreSQL

/// Reads rows of `audit.source` and hands them on chunk by chunk, so that what is held of them stays
/// within the budget, however many and however large they are.
struct ChunkReader: Sendable {
  let reader: SourceReader
  /// Where `audit.source` is read.
  let source: ConnectionSettings
  let budget: ByteBudget
  let stop: StopFlag

  /// Hands over all rows of the batch, in the order of their keys but for large ones, which come
  /// last, each by itself. What is handed over is forgotten before more is read.
  ///
  /// - Parameter opened: is asked about each connection beside the given one before anything is read.
  /// - Returns: the sum of what `body` answers.
  func read(
    _ batch: Batch, setAside: [String: SetAside], _ connection: Connection,
    opened: (Connection) throws -> Void, _ body: ([SourceRow]) throws -> Int
  ) throws -> Int {
    var chunk = Chunk(budget: budget)
    defer { chunk.clear() }
    var sum = 0
    let large = try reader.read(batch, setAside: setAside, connection) { row in
      try stop.check()
      if !chunk.add(row) {
        sum += try hand(over: &chunk, body)
        _ = chunk.add(row)
      }
      if chunk.isFull { sum += try hand(over: &chunk, body) }
    }
    sum += try hand(over: &chunk, body)
    for receipt in large {
      try stop.check()
      sum += try read(receipt, &chunk, opened, body)
    }
    return sum
  }

  /// Reads a receipt by a connection whose buffers go with it. It may lead to another replica than the
  /// one that listed the receipt.
  ///
  /// - Throws: an error to be tried again where the receipt is not there.
  private func read(
    _ receipt: SourceReader.Large, _ chunk: inout Chunk, _ opened: (Connection) throws -> Void,
    _ body: ([SourceRow]) throws -> Int
  ) throws -> Int {
    // libpq's buffer is up to twice the row, and hands out a copy before ours is made.
    chunk.reserve(octets: 4 * receipt.octets)
    defer { chunk.clear() }
    let connection = try AuditSession.open(source)
    try opened(connection)
    try reader.read(keys: [receipt.receiptID], connection) { chunk.addReserved($0) }
    guard !chunk.rows.isEmpty else {
      var error = AuditError(
        .unreachable, "receipt \(receipt.receiptID) was in audit.source, and could not be read")
      error.isTransient = true
      throw error
    }
    return try hand(over: &chunk, body)
  }

  private func hand(over chunk: inout Chunk, _ body: ([SourceRow]) throws -> Int) throws -> Int {
    guard !chunk.rows.isEmpty else { return 0 }
    let answer = try body(chunk.rows)
    chunk.clear()
    return answer
  }
}
