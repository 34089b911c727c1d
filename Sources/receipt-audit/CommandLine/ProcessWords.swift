import Foundation

/// The words that this process was started with.
enum ProcessWords {
  /// Those behind the program's name.
  ///
  /// Swift's runtime finds them by their place before the environment, and finds none where a library
  /// that was loaded before has moved that; the kernel still knows them then (proc(5)).
  static func all() -> [String] {
    guard CommandLine.argc == 0 else { return Array(CommandLine.arguments.dropFirst()) }
    let octets = FileManager.default.contents(atPath: "/proc/self/cmdline") ?? Data()
    return octets.dropLast().split(separator: 0, omittingEmptySubsequences: false).dropFirst()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
