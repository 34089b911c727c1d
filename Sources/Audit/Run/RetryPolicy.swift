import Dispatch
import Foundation
import PostgreSQL

/// How a database fault that may pass is waited out: again and again, with longer and longer pauses
/// of random length, until a budget of time is used up.
///
/// The budget is that of one outage and counts from its first failure. Whoever calls `run` again
/// after a success starts with a whole budget, and so does what fails again after it has been at work
/// for a good while.
public struct RetryPolicy: Sendable {
  /// Seconds in which a fault must have passed; with 0 nothing is tried twice.
  public var budget: Double
  /// The first pause is at most this long, in seconds; each next one is at most twice the last.
  var firstPause = 0.2
  /// No pause is longer.
  var longestPause = 15.0
  /// Seconds after which an attempt that fails has met another outage than the last one. A lock, and a
  /// network that swallows everything, let an attempt wait for up to 60 s without any work being done.
  var steadyAfter = 120.0
  /// What one piece of work meets more outages in fails by itself, if slowly.
  var toleratedOutages = 5
  /// Seconds of a clock that never goes back.
  var clock: @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
  /// Is told of each fault that is waited out, as one line.
  var notice: @Sendable (String) -> Void = { _ in }

  public init(budget: Double = 300) {
    self.budget = budget
  }

  /// The same with a smaller budget, where it is larger.
  func limited(to seconds: Double) -> RetryPolicy {
    var policy = self
    policy.budget = min(budget, seconds)
    return policy
  }

  /// Runs `body` until it returns. It must be able to start over, with a new connection where the
  /// old one is lost.
  ///
  /// - Throws: the error of `body` that no retry will help; `AuditError` of status `unreachable`
  ///   after the budget; that of the stop flag, once it is up.
  func run<Result>(stop: StopFlag, _ body: () throws -> Result) throws -> Result {
    var retries = Retries(policy: self)
    while true {
      do { return try body() } catch {
        try Self.pause(seconds: try retries.pause(after: error), stop)
      }
    }
  }

  /// Waits, and throws as soon as the flag is up.
  static func pause(seconds: Double, _ stop: StopFlag) throws(AuditError) {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    while true {
      try stop.check()
      let now = DispatchTime.now().uptimeNanoseconds
      if now >= end { return }
      Thread.sleep(forTimeInterval: min(0.1, Double(end - now) / 1e9))
    }
  }
}

/// Faults of one piece of work, up to its first success.
struct Retries {
  private let policy: RetryPolicy
  /// When the outage began.
  private var first: Double?
  /// Attempts that failed in it.
  private var count = 0
  private var outages = 0
  /// When the attempt under way was begun, after the first one.
  private var resumed: Double?

  init(policy: RetryPolicy) {
    self.policy = policy
  }

  /// Seconds to wait after an error before the next attempt.
  ///
  /// - Throws: the error itself where it will not pass; `AuditError` of status `unreachable` where
  ///   the budget is used up.
  mutating func pause(after error: any Error) throws -> Double {
    guard Self.isTransient(error) else { throw error }
    let now = policy.clock()
    noteOutage(now)
    let elapsed = now - (first ?? now)
    guard policy.budget > 0, elapsed < policy.budget else {
      let fault = AuditError(wrapping: error)
      let tried = count > 0 ? " after \(count + 1) attempts in \(Int(elapsed)) s" : ""
      throw AuditError(
        fault.status == .locked ? .locked : .unreachable, fault.message + tried,
        remedy: fault.remedy)
    }
    let longest = min(policy.longestPause, policy.firstPause * pow(2, Double(min(count, 20))))
    count += 1
    policy.notice("\(AuditError(wrapping: error).message); trying again")
    let pause = min(.random(in: longest / 2...longest), policy.budget - elapsed)
    resumed = now + pause
    return pause
  }

  /// An outage begins with the first failure, and with one after good work.
  private mutating func noteOutage(_ now: Double) {
    let isSteady = resumed.map { now - $0 > policy.steadyAfter } ?? true
    guard isSteady, outages < policy.toleratedOutages else { return }
    outages += 1
    first = now
    count = 0
  }

  private static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as PostgreSQLError: error.isTransient
    case let error as BatchError: error.error.isTransient
    case let error as AuditError: error.isTransient
    default: false
    }
  }
}
