import Foundation

/// Bounds the octets of receipts that all lanes together hold in memory.
///
/// A lane takes octets before it goes on reading. Nobody who holds some ever waits for more (a lane
/// first gives back what it has), so the gate cannot lock up; and who finds the gate empty is let
/// through whatever the size, so one receipt beyond the budget cannot either.
final class ByteBudget: @unchecked Sendable {
  // Sendable: `used` is only touched under `condition`.
  private let condition = NSCondition()
  private let limit: Int
  private var used = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes octets if they are free now.
  func tryTake(_ octets: Int) -> Bool {
    condition.withLock {
      guard used == 0 || used + octets <= limit else { return false }
      used += octets
      return true
    }
  }

  /// Waits until the octets are free. The caller must hold none.
  func take(_ octets: Int) {
    condition.withLock {
      while used > 0 && used + octets > limit { condition.wait() }
      used += octets
    }
  }

  func give(_ octets: Int) {
    condition.withLock {
      used -= octets
      condition.broadcast()
    }
  }
}
