import Foundation

/// What is being written under temporary names, so that a process that is told to end in between can
/// take it away.
public enum UnfinishedFiles {
  /// Of a file or directory that is going to be made.
  public static func note(_ path: String) {
    state.change { $0.insert(path) }
  }

  /// It is there under its own name, or gone.
  public static func forget(_ path: String) {
    state.change { $0.remove(path) }
  }

  /// Takes all of it away, for a process that ends at once: whoever notes something after this waits
  /// for ever.
  public static func removeAll() {
    for path in state.close() {
      // A thread that is still writing may put a file where one has just been removed.
      for _ in 1...10 where FileManager.default.fileExists(atPath: path) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  private static let state = State()

  /// Unchecked: every access holds the lock.
  private final class State: @unchecked Sendable {
    private let lock = NSLock()
    private var paths: Set<String> = []

    func change(_ body: (inout Set<String>) -> Void) {
      lock.withLock { body(&paths) }
    }

    /// Never gives the lock back.
    func close() -> Set<String> {
      lock.lock()
      return paths
    }
  }
}
