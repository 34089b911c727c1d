import Foundation
import PostgreSQL

/// Renews the leases of a process's batches while it works, over a connection of its own.
///
/// A process that stands still renews nothing, and loses its batches to others.
final class LeaseKeeper: @unchecked Sendable {
  // Sendable: `ended` is only touched under `condition`, the rest is immutable.
  private let job: LaneJob
  private let condition = NSCondition()
  private var ended = false

  init(_ job: LaneJob) {
    self.job = job
  }

  func start() {
    let thread = Thread { self.keep() }
    thread.name = "leases"
    thread.start()
  }

  /// Renews no more. A renewal under way is not waited for.
  func end() {
    condition.withLock {
      ended = true
      condition.broadcast()
    }
  }

  private func keep() {
    var connection: Connection?
    while waitForTurn() {
      do {
        let open = try connection ?? AuditSession.open(job.order.settings)
        connection = open
        try open.query(
          JobStatement.renewLeases.text,
          [.int8(job.order.run.runID), .text(job.order.owner), .float8(job.order.lease)])
      } catch {
        // Tried again at the next turn, of which a lease has three; without a database nobody else
        // can take the batches either.
        connection = nil
      }
    }
  }

  /// Waits for a third of a lease; false when there is nothing to keep any more.
  private func waitForTurn() -> Bool {
    let turn = Date(timeIntervalSinceNow: job.order.lease / 3)
    return condition.withLock {
      while !ended, condition.wait(until: turn) {}
      return !ended
    }
  }
}
