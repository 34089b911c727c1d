import Foundation
import ReceiptVerification

/// Receipts of every era and kind through one verifier on eight threads: each gets the verdict that it
/// gets alone.
///
/// Run under ThreadSanitizer it shows that cache and contexts are shared without a race.
enum ThreadTrial {
  private static let threads = 8
  /// Verdicts are forgotten so often, so that the cache is filled by all threads at once again.
  private static let perVerifier = 5000

  static func run(_ count: Int) throws {
    let samples = try Samples()
    let expected = samples.receipts.map(samples.verifier.verify)
    var done = 0
    while done < count {
      let verifier = try Samples.freshVerifier()
      let share = min(perVerifier, count - done)
      let wrong = Counter()
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for index in stride(from: thread, to: share, by: threads) {
          let which = (index &* 7 &+ thread) % samples.receipts.count
          if verifier.verify(samples.receipts[which]) != expected[which] { wrong.add() }
        }
      }
      guard wrong.value == 0 else {
        throw Soak.Failure(description: "\(wrong.value) verdicts differ from those of one thread")
      }
      done += share
    }
    print("\(done) verifications on \(threads) threads, all as on one")
  }
}

/// Counts on all threads.
private final class Counter: @unchecked Sendable {
  // Unchecked: `count` is only touched under `lock`, of a kind that ThreadSanitizer understands.
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }
}
