import Dispatch

/// Asks a run to end when its longest time is over.
struct Deadline {
  /// Seconds that a run has to end in after that.
  private static let grace = 8.0

  private let timers: [any DispatchSourceTimer]

  /// - Parameters:
  ///   - seconds: from now; nil: never.
  ///   - overdue: is called where the run does not end then.
  init(_ seconds: Double?, _ stop: StopFlag, overdue: @escaping @Sendable () -> Void) {
    guard let seconds else {
      timers = []
      return
    }
    if seconds <= 0 { stop.raise(.outOfTime) }
    timers = [
      Self.timer(seconds) { stop.raise(.outOfTime) }, Self.timer(seconds + Self.grace, overdue),
    ]
  }

  /// What has been done so far stands, and takes no time that counts any more.
  func end() { for timer in timers { timer.cancel() } }

  private static func timer(
    _ seconds: Double, _ action: @escaping @Sendable () -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler(handler: action)
    timer.resume()
    return timer
  }
}
