import Foundation
import PostgreSQL

/// The run's own connection, which holds the run lock for as long as it lives, and both again after
/// the connection was lost. Not Sendable: it belongs to the thread of the run.
final class RunSession {
  private let settings: ConnectionSettings
  private let retry: RetryPolicy
  private let stop: StopFlag
  private(set) var connection: Connection
  private var identity: Identity?

  /// What tells the session that holds the lock from any other.
  private struct Identity {
    var process: Int64
    var start: Int64
  }

  /// A first connection that nobody answers is not waited for as long as a later one: a wrong
  /// address is to be told soon.
  private static let firstBudget = 10.0

  init(_ settings: ConnectionSettings, _ options: AuditOptions) throws {
    self.settings = settings
    retry = options.retry
    stop = options.stop
    connection = try retry.limited(to: Self.firstBudget).run(stop: stop) {
      try AuditSession.open(settings)
    }
  }

  /// Takes the run lock, or says that another run has it.
  ///
  /// The server is told to look whether this process is still there while a statement runs: one
  /// that was killed must not keep the lock until its last comparison is done.
  func lock() throws {
    try attempt { connection in
      try PoolerProof.require(connection, settings)
      if identity == nil { try takeLock() }
    }
  }

  /// Runs `body` until it succeeds or the retry budget is used up, on a new connection where the
  /// last one is lost. A statement that runs when the stop flag comes up is cancelled.
  ///
  /// - Parameter evenIfStopped: what remains to be done is so little that it goes on.
  func attempt<Result>(
    evenIfStopped: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let stop = evenIfStopped ? StopFlag() : stop
    return try retry.run(stop: stop) {
      if !connection.isOpen { try reconnect() }
      do {
        return try stop.cancelling(connection) { try body(connection) }
      } catch {
        throw AuditSession.explained(error, connection)
      }
    }
  }

  /// Runs `body` whether the stop flag is up or not, and only once.
  func once(_ body: (Connection) throws -> Void) throws {
    if !connection.isOpen { try reconnect() }
    try body(connection)
  }

  private func reconnect() throws {
    connection = try AuditSession.open(settings)
    guard let identity else { return }
    try connection.query(
      JobStatement.endGhost.text,
      [.int8(identity.process), .timestamp(microsecondsSince1970: identity.start)])
    try takeLock()
  }

  private func takeLock() throws {
    if connection.serverVersion >= 140_000 {
      try connection.execute("set client_connection_check_interval = '2s'")
    }
    guard try connection.query(JobStatement.tryLock.text)[0].bool("taken") == true else {
      var error = AuditError(
        .locked, "another run is under way on this database", remedy: "wait until it has ended")
      error.isTransient = identity != nil
      throw error
    }
    let row = try connection.query(JobStatement.runSession.text)[0]
    identity = Identity(
      process: try row.int("pid") ?? 0, start: try row.timestamp("backend_start") ?? 0)
  }
}
