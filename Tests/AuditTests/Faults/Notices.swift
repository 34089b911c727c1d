import Foundation

/// Lines, from any thread.
final class Notices: @unchecked Sendable {
  // Sendable: `lines` is only touched under `lock`.
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func add(_ line: String) { lock.withLock { lines.append(line) } }

  /// Whether one of them says this.
  func contain(_ words: String) -> Bool { all.contains { $0.contains(words) } }
}
