import Dispatch
import Foundation

/// Shows how far a run is: one line that is overwritten on a terminal, else a line a minute.
///
/// The rate counts from the first report on: an earlier process may have done a part before.
/// Time is only ever used to show a rate.
///
/// Unchecked: what changes is only touched under the lock.
final class ProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private let isTerminal = Diagnostics.isTerminal
  private var first: (done: Int64, time: UInt64)?
  private var shown: UInt64 = 0
  private var isOpen = false

  func update(done: Int64, of total: Int64) {
    lock.withLock { show(done, total) }
  }

  private func show(_ done: Int64, _ total: Int64) {
    let now = DispatchTime.now().uptimeNanoseconds
    guard let first else {
      self.first = (done, now)
      shown = now
      return
    }
    let interval: UInt64 = isTerminal ? 200_000_000 : 60_000_000_000
    guard now - shown >= interval else { return }
    shown = now
    let seconds = Double(now - first.time) / 1e9
    let text = ProgressLine.text(
      done: done, of: total, rate: Double(done - first.done) / max(seconds, 1e-9))
    if isTerminal {
      Diagnostics.raw("\r\u{1B}[K" + text)
      isOpen = true
    } else {
      Diagnostics.line(text)
    }
  }

  /// Clears the line, so that what follows starts at the left.
  func finish() {
    lock.withLock {
      if isOpen { Diagnostics.raw("\r\u{1B}[K") }
      isOpen = false
    }
  }

  /// - Parameter rate: receipts a second; 0 while it is not known.
  static func text(done: Int64, of total: Int64, rate: Double) -> String {
    let percent = total > 0 ? min(100, done * 100 / total) : 100
    let counted = "\(done) of \(total) receipts (\(percent) %)"
    guard rate > 0 else { return counted }
    return counted
      + ", \(Int(rate)) a second, \(duration(Double(max(0, total - done)) / rate)) left"
  }

  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e9))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }
}
