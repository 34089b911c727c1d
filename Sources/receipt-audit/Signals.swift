import Audit
import Dispatch
import Foundation
import Glibc
import Reports

/// SIGINT, SIGTERM and SIGHUP, taken by a thread of their own so that nothing has to run inside a handler.
enum Signals {
  /// Must be called before any other thread is started: threads inherit the mask.
  ///
  /// The first signal calls what `onFirst` has set, or ends the process where nothing is set; a
  /// second one always ends it. Work is committed batch by batch, so nothing is lost either way, and
  /// of a file nothing is left that is not whole.
  ///
  /// Of a reader that has gone, and of a file that is larger than a limit (`ulimit -f`), the call that
  /// writes tells.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var set = watched()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    Thread.detachNewThread {
      var set = watched()
      while true {
        var number: Int32 = 0
        guard unsafe sigwait(&set, &number) == 0 else { continue }
        guard state.received(number) else {
          UnfinishedFiles.removeAll()
          _exit(128 + number)
        }
      }
    }
  }

  /// What the first signal calls instead of ending the process; called on the signal thread.
  ///
  /// - Parameter seconds: after which the process ends all the same. Its threads may wait for a server
  ///   whose network has gone silent; who started it waits for it.
  static func onFirst(
    endingWithin seconds: UInt32? = nil, _ action: @escaping @Sendable () -> Void
  ) {
    state.set {
      action()
      guard let seconds else { return }
      Thread.detachNewThread {
        var left = seconds
        while left > 0 { left = sleep(left) }
        end(status, "not at its end \(seconds) s after the signal")
      }
    }
  }

  /// Ends the process at once, whatever its threads wait for. Worker processes see that it has gone,
  /// and end.
  ///
  /// - Parameter reason: in words, for the log.
  static func end(_ status: ExitStatus, _ reason: String) {
    // Nor is standard error waited for.
    let isSaid = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Diagnostics.line(
        "\(reason), and ended now; what is committed is saved, and the run goes on from there next"
          + " time")
      isSaid.signal()
    }
    _ = isSaid.wait(timeout: .now() + 1)
    UnfinishedFiles.removeAll()
    _exit(status.rawValue)
  }

  /// The status that a command ends with when a signal stopped it.
  static var status: ExitStatus {
    state.number == SIGINT ? .interrupted : .terminated
  }

  private static let state = State()

  private static func watched() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    unsafe sigaddset(&set, SIGTERM)
    // Who started this with nohup wants a lost terminal to end nothing.
    var hangUp = sigaction()
    unsafe sigaction(SIGHUP, nil, &hangUp)
    if unsafe hangUp.__sigaction_handler.sa_handler == nil { unsafe sigaddset(&set, SIGHUP) }
    return set
  }

  /// Unchecked: every access holds the lock.
  private final class State: @unchecked Sendable {
    private let lock = NSLock()
    private var action: (@Sendable () -> Void)?
    private var first: Int32?

    var number: Int32? { lock.withLock { first } }

    func set(_ action: @escaping @Sendable () -> Void) {
      lock.withLock { self.action = action }
    }

    /// Whether the process goes on.
    func received(_ number: Int32) -> Bool {
      let action = lock.withLock {
        defer { if first == nil { first = number } }
        return first == nil ? self.action : nil
      }
      action?()
      return action != nil
    }
  }
}
