import Dispatch

/// Asks a run to end when its longest time is over.
struct Deadline {
  private let timer: (any DispatchSourceTimer)?

  /// `seconds` from now; nil never.
  init(_ seconds: Double?, _ stop: StopFlag) {
    guard let seconds else {
      timer = nil
      return
    }
    if seconds <= 0 { stop.raise(.outOfTime) }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { stop.raise(.outOfTime) }
    timer.resume()
    self.timer = timer
  }

  func end() { timer?.cancel() }
}
