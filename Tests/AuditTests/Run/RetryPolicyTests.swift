import Foundation
import PostgreSQL
import Testing

@testable import Audit

@Suite("Faults that pass")
struct RetryPolicyTests {
  private func policy(budget: Double) -> RetryPolicy {
    var policy = RetryPolicy(budget: budget)
    policy.firstPause = 0.001
    policy.longestPause = 0.002
    return policy
  }

  private static func fault(_ sqlState: String?) -> PostgreSQLError {
    PostgreSQLError(sqlState == nil ? .connection : .server, "out", sqlState: sqlState)
  }

  @Test(
    "what may pass is tried again until it succeeds",
    arguments: [
      nil, "08006", "40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03", "25006",
    ])
  func transient(sqlState: String?) throws {
    var attempts = 0
    let answer = try policy(budget: 60).run(stop: StopFlag()) {
      attempts += 1
      if attempts < 4 { throw Self.fault(sqlState) }
      return "done"
    }
    #expect(answer == "done")
    #expect(attempts == 4)
  }

  @Test("what will not pass is not tried again", arguments: ["42P01", "53100", "23505", "57014"])
  func permanent(sqlState: String) throws {
    var attempts = 0
    let error = #expect(throws: PostgreSQLError.self) {
      try policy(budget: 60).run(stop: StopFlag()) {
        attempts += 1
        throw Self.fault(sqlState)
      }
    }
    #expect(error?.sqlState == sqlState)
    #expect(attempts == 1)
  }

  @Test("a password, a database and a role that are refused are no fault that passes")
  func refusals() {
    for sqlState in ["28P01", "28000", "3D000", "42501"] {
      #expect(!PostgreSQLError(.connection, "no", sqlState: sqlState).isTransient, "\(sqlState)")
    }
  }

  @Test("after the budget the database is out of reach", arguments: [0, 0.02])
  func budget(seconds: Double) throws {
    let error = #expect(throws: AuditError.self) {
      try policy(budget: seconds).run(stop: StopFlag()) { throw Self.fault("25006") }
    }
    #expect(error?.status == .unreachable)
    #expect(error?.message.contains("25006") == true)
  }

  @Test("a stop flag ends the waiting")
  func stopped() throws {
    let stop = StopFlag()
    var slow = RetryPolicy(budget: 600)
    slow.firstPause = 600
    slow.longestPause = 600
    Thread.detachNewThread { stop.raise(.terminated) }
    let error = #expect(throws: AuditError.self) {
      try slow.run(stop: stop) { throw Self.fault(nil) }
    }
    #expect(error?.status == .terminated)
  }

  @Test("a fault inside a batch counts like one outside")
  func batches() throws {
    var attempts = 0
    try policy(budget: 60).run(stop: StopFlag()) {
      attempts += 1
      try BatchError.numbered(3) { if attempts == 1 { throw Self.fault("40P01") } }
    }
    #expect(attempts == 2)
  }

  /// The seconds of each attempt up to a fault, one after the other; answers the pauses.
  private func pauses(_ attempts: [Double], budget: Double = 300) throws -> [Double] {
    let clock = Clock()
    var policy = RetryPolicy(budget: budget)
    policy.clock = { clock.seconds }
    var retries = Retries(policy: policy)
    return try attempts.map { seconds in
      clock.seconds += seconds
      let pause = try retries.pause(after: Self.fault("57P01"))
      clock.seconds += pause
      return pause
    }
  }

  @Test("an outage that comes after long and good work has a budget of its own")
  func outages() throws {
    let pauses = try pauses([60, 0, 0, 0, 0, 600, 1, 1, 1])
    #expect(pauses[4] > 1 && pauses[5] <= 0.2, "\(pauses)")
    #expect(pauses[8] > pauses[5])
  }

  @Test(
    "a fault that is there at every attempt uses up the budget, however long an attempt waits for it",
    arguments: [0.0, 10, 70, 119])
  func everyAttempt(seconds: Double) throws {
    #expect(try pauses([seconds]).count == 1)
    let error = #expect(throws: AuditError.self) {
      try pauses(Array(repeating: seconds, count: 1000))
    }
    #expect(error?.status == .unreachable)
  }

  @Test("work that fails again and again is given up, even if each attempt is a long one")
  func slowFailures() throws {
    #expect(try pauses(Array(repeating: 600, count: 5)).count == 5)
    #expect(throws: AuditError.self) { try pauses(Array(repeating: 600, count: 6)) }
  }
}

private final class Clock: @unchecked Sendable {
  // Sendable: a test has one thread.
  var seconds = 0.0
}
