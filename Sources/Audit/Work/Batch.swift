import PostgreSQL

/// A piece of a run that one lane has taken by lease.
struct Batch: Sendable {
  var runID: Int64
  var number: Int64
  /// Keys of the source, as text, both included.
  var firstKey: String
  var lastKey: String
  /// Its receipts, in the order of their keys; nil: all of the range.
  var keys: [String]?
  /// Results of its receipts may exist, which its own take the place of.
  var replaces: Bool
  /// 1 for the first look at its receipts; beyond that they are judged once more, with the
  /// certificates that others carried.
  var look: Int64
  /// Tells this taking from earlier and later ones.
  var epoch: Int64
  var owner: String
  /// How often it was taken, this time included, without being given back in good order.
  var attempts: Int64
  /// How often its only receipt was tried alone by a worker that was lost then.
  var trials: Int64
  /// Receipts that were planned for it.
  var receipts: Int64

  /// Somebody else has taken the batch since: nothing of ours may be kept.
  struct TakenOver: Error {}

  /// How a batch stands for its owner.
  enum Standing: Equatable {
    /// Its own, and no other transaction is at work at it.
    case owned
    /// Its own COMMIT came through, though its answer may not have.
    case done(receipts: Int64)
  }

  /// More takers were lost with it than can be put down to chance.
  var isSuspect: Bool { attempts > 3 }

  /// Takes the run's next free batch; nil where there is none now, or none on the order's terms.
  static func claim(_ order: WorkOrder, _ connection: Connection) throws -> Batch? {
    let rows = try connection.query(
      JobStatement.claimBatch.text,
      [
        .int8(order.run.runID), .text(order.owner), .float8(order.lease),
        .int8(Int64(order.maxReceiptSize)), .textArray(order.trust.fingerprintsAtHand),
      ])
    guard rows.count == 1 else { return nil }
    let row = rows[0]
    return Batch(
      runID: order.run.runID, number: try row.int("batch_no") ?? 0,
      firstKey: try row.text("first_key") ?? "", lastKey: try row.text("last_key") ?? "",
      keys: try row.textArray("keys"), replaces: try row.bool("replaces") ?? true,
      look: try row.int("look") ?? 1, epoch: try row.int("epoch") ?? 0, owner: order.owner,
      attempts: try row.int("attempts") ?? 0,
      trials: try row.int("trials") ?? 0,
      receipts: try row.int("receipts") ?? 0)
  }

  /// Sees to it that the open transaction is the only one at work at the batch.
  ///
  /// A transaction under an older lease may still be open, its process stopped or its host gone. Its
  /// session is ended; who may not end it waits for it, within the session's `lock_timeout`.
  ///
  /// - Throws: `TakenOver`.
  func fence(_ connection: Connection) throws -> Standing {
    if try standing(connection) == nil { try evict(connection) }
    // A COMMIT may have come through after the first look, and before the lock was had.
    return try standing(connection) ?? .owned
  }

  private func evict(_ connection: Connection) throws(PostgreSQLError) {
    do throws(PostgreSQLError) {
      try connection.execute("savepoint evict")
      try connection.query(JobStatement.evictBatch.text, [.int8(runID), .int8(number)])
    } catch {
      guard error.sqlState == "42501" else { throw error }
      try connection.execute("rollback to savepoint evict")
    }
    try connection.query(JobStatement.lockBatch.text, [.int8(runID), .int8(number)])
  }

  /// nil where another transaction is at work at it.
  private func standing(_ connection: Connection) throws -> Standing? {
    let rows = try connection.query(JobStatement.fenceBatch.text, identity)
    guard rows.count == 1 else { throw TakenOver() }
    if try rows[0].text("status") == "done" {
      return .done(receipts: try rows[0].int("receipts") ?? 0)
    }
    return try rows[0].bool("is_locked") == true ? .owned : nil
  }

  /// Records in the open transaction that all of the batch's rows are written.
  ///
  /// - Parameter keys: of a look beyond the first, those that were there to be read.
  /// - Throws: `TakenOver`: the transaction must be rolled back.
  func finish(receipts: Int, keys: [String] = [], _ connection: Connection) throws {
    let rows = try connection.query(
      JobStatement.finishBatch.text,
      identity + [.int8(Int64(receipts)), look > 1 ? .textArray(keys) : .null])
    guard rows.count == 1 else { throw TakenOver() }
  }

  /// Gives it back, for anybody to take at once.
  func release(_ connection: Connection) throws {
    try connection.query(JobStatement.releaseBatch.text, identity)
  }

  /// Notes that its only receipt is tried alone now, and will be noted to have survived that.
  ///
  /// The moment between the two is so short that workers are not lost in it by chance five times. The
  /// batch is locked meanwhile, as one at work is, so that nobody takes its owner for gone.
  func withTrial(_ connection: Connection, _ body: () throws -> Void) throws {
    try connection.query(JobStatement.beginTrial.text, identity)
    do {
      try connection.transaction {
        guard try fence(connection) == .owned else { return }
        try body()
        try connection.query(JobStatement.endTrial.text, identity)
      }
    } catch {
      // Whoever gets an error is still there.
      _ = try? connection.query(JobStatement.endTrial.text, identity)
      throw error
    }
  }

  /// Whether it can be cut into parts.
  var isDivisible: Bool { firstKey != lastKey }

  /// Cuts it into parts and gives them back. The attempt that it is cut in is none; with `isSuspect`
  /// one more is taken off, so that each part is tried before it is cut further.
  func split(_ keyType: SourceView.KeyType, _ connection: Connection) throws {
    let statement = JobStatement.splitBatch.filled(["key_type": keyType.rawValue])
    try connection.transaction {
      // Numbers are given out by one at a time; there is no batch 0.
      try connection.query(JobStatement.lockBatch.text, [.int8(runID), .int8(0)])
      try connection.query(
        statement,
        identity + [.text(firstKey), .text(lastKey), .int4(isSuspect ? 2 : 1)])
    }
  }

  private var identity: [Value] {
    [.int8(runID), .int8(number), .text(owner), .int8(epoch)]
  }
}
