import Foundation
import Testing

@testable import Audit

@Suite("The byte budget")
struct ByteBudgetTests {
  @Test("what does not fit is refused until something is given back")
  func refusesAndTakesAgain() {
    let budget = ByteBudget(limit: 100)
    #expect(budget.tryTake(60))
    #expect(!budget.tryTake(41))
    #expect(budget.tryTake(40))
    budget.give(60)
    #expect(budget.tryTake(60))
  }

  @Test("one receipt beyond the whole budget is let through alone")
  func letsOneThrough() {
    let budget = ByteBudget(limit: 100)
    #expect(budget.tryTake(1000))
    #expect(!budget.tryTake(1))
    budget.give(1000)
    #expect(budget.tryTake(1))
  }

  @Test("who waits goes on when another gives back")
  func waits() {
    let budget = ByteBudget(limit: 100)
    budget.take(100)
    let thread = Thread { budget.give(100) }
    thread.start()
    budget.take(100)
    #expect(!budget.tryTake(1))
  }
}
