import Foundation
import PostgreSQL

extension StopFlag {
  /// Runs statements that may take long, and has the server cancel them once the flag is up.
  ///
  /// - Throws: what `body` throws; the flag's own error where that is what ended it.
  func cancelling<Result>(
    _ connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    try check()
    let watch = Watch(connection.cancellation(), self)
    defer { watch.end() }
    do { return try body() } catch let error as PostgreSQLError where error.sqlState == "57014" {
      try check()
      throw error
    }
  }

  /// Looks at the flag from a thread of its own. A request to cancel that arrives between two
  /// statements does nothing, so it is sent again and again.
  private final class Watch: @unchecked Sendable {
    // Sendable: `isOver` is only touched under `lock`; the lock is also held while a request is under
    // way, so that none can hit what comes after.
    private let lock = NSLock()
    private var isOver = false

    init(_ cancellation: Cancellation?, _ stop: StopFlag) {
      guard let cancellation else { return }
      let thread = Thread {
        while self.goesOn(cancellation, stop) { Thread.sleep(forTimeInterval: 0.1) }
      }
      thread.name = "cancellation"
      thread.start()
    }

    func end() { lock.withLock { isOver = true } }

    private func goesOn(_ cancellation: Cancellation, _ stop: StopFlag) -> Bool {
      lock.withLock {
        if !isOver, stop.cause != nil { cancellation.cancel() }
        return !isOver
      }
    }
  }
}
