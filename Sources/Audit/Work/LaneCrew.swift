import Foundation

/// Runs the lanes on threads of their own and waits for all of them.
///
/// Not on a Dispatch queue: libpq's calls block, and Dispatch adds workers for blocked ones slowly.
enum LaneCrew {
  /// Returns when all lanes have ended; throws the error of the lowest batch, where any failed.
  static func run(_ job: LaneJob, lanes: Int) throws(AuditError) {
    let results = Results()
    let group = DispatchGroup()
    let leases = LeaseKeeper(job)
    leases.start()
    defer { leases.end() }
    for number in 1...lanes {
      group.enter()
      let thread = Thread {
        do {
          try Lane(job).run()
        } catch {
          results.add(error)
          job.stop.raise(.failure)
        }
        group.leave()
      }
      thread.name = "lane \(number)"
      thread.start()
    }
    group.wait()
    if let error = results.first { throw error }
  }

  /// The lanes' errors, of which one is told.
  private final class Results: @unchecked Sendable {
    // Sendable: `errors` is only touched under `lock`.
    private let lock = NSLock()
    private var errors: [BatchError] = []

    func add(_ error: any Error) {
      let numbered =
        error as? BatchError
        ?? BatchError(batch: .max, error: AuditError(wrapping: error))
      lock.withLock { errors.append(numbered) }
    }

    /// A lane that only stopped because another failed says nothing.
    var first: AuditError? {
      lock.withLock {
        let own = errors.filter { $0.error.message != StopFlag.error(for: .failure).message }
        return (own.isEmpty ? errors : own).min { $0.batch < $1.batch }?.error
      }
    }
  }
}
