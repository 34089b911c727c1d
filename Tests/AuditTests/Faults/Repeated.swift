import Foundation
import Testing

/// Does something again and again, on a thread of its own.
final class Repeated: @unchecked Sendable {
  // Sendable: `isOver` is only touched under `condition`, `body` only called on the one thread.
  private let condition = NSCondition()
  private let body: () throws -> Void
  private var isOver = false
  private var isRunning = true

  init(every seconds: Double, _ body: @escaping () throws -> Void) {
    self.body = body
    let thread = Thread { self.work(seconds) }
    thread.start()
  }

  /// Returns when it has come to rest.
  func end() {
    condition.withLock {
      isOver = true
      while isRunning { condition.wait() }
    }
  }

  private func work(_ seconds: Double) {
    while !condition.withLock({ isOver }) {
      do { try body() } catch { Issue.record(error) }
      Thread.sleep(forTimeInterval: seconds)
    }
    condition.withLock {
      isRunning = false
      condition.broadcast()
    }
  }
}
