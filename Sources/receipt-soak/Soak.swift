import Foundation

/// `receipt-soak WHAT [--count N]`: work for as long as it takes to see what a test cannot.
@main
struct Soak {
  static func main() {
    do {
      var arguments = CommandLine.arguments.dropFirst()
      guard let name = arguments.popFirst(), let trial = trials[name] else { throw usage }
      var count = trial.count
      if arguments.popFirst() == "--count" {
        guard let number = arguments.popFirst().flatMap(Int.init), number > 0 else { throw usage }
        count = number
      }
      guard arguments.isEmpty else { throw usage }
      try trial.run(count)
    } catch {
      FileHandle.standardError.write(Data("receipt-soak: \(error)\n".utf8))
      exit(error is Usage ? 2 : 1)
    }
  }

  /// What can be tried, how often by default, and how.
  private static let trials: [String: (count: Int, run: @Sendable (Int) throws -> Void)] = [
    "threads": (100_000, ThreadTrial.run), "heap": (1_000_000, HeapTrial.run),
    "cache": (1_000_000, CacheTrial.run), "lanes": (100_000, LaneTrial.run),
  ]

  private static var usage: Usage {
    Usage(
      description: "usage: receipt-soak \(trials.keys.sorted().joined(separator: "|")) [--count N]")
  }

  struct Usage: Error, CustomStringConvertible {
    let description: String
  }

  /// What a trial showed to be wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
