import Foundation
import Glibc

/// The worker processes that this process has started and has not seen end.
public enum WorkerProcesses {
  /// Asks all of them to end in good order, whatever the thread that looks after them waits for.
  public static func askToEnd() { running.askAll() }

  static let running = Running()

  /// A process is asked once: a second signal would end it at once.
  final class Running: @unchecked Sendable {
    // Sendable: `isAsked` is only touched under `lock`. No process is waited for but under it, so that
    // none is signalled whose number may be another's already.
    private let lock = NSLock()
    private var isAsked: [pid_t: Bool] = [:]

    func add(_ process: pid_t) { lock.withLock { isAsked[process] = false } }

    func ask(_ process: pid_t) { lock.withLock { askLocked(process) } }

    func askAll() { lock.withLock { for process in isAsked.keys { askLocked(process) } } }

    /// Runs `wait`, and forgets the process where that says that it has ended.
    func waiting(for process: pid_t, _ wait: () -> pid_t) -> pid_t {
      lock.withLock {
        let ended = wait()
        if ended == process { isAsked[process] = nil }
        return ended
      }
    }

    /// Forgets a process that is about to be killed.
    func forget(_ process: pid_t) { lock.withLock { isAsked[process] = nil } }

    private func askLocked(_ process: pid_t) {
      guard isAsked[process] == false else { return }
      isAsked[process] = true
      kill(process, SIGTERM)
    }
  }
}
