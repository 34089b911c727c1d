import Foundation

/// Processes of this host, as proc(5) shows them.
enum ProcessTree {
  /// Processes that this one has started and that still run.
  static func children(of process: Int32) -> [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int32.init).filter { parent(of: $0) == process }.sorted()
  }

  /// The first child that there is; waits for it.
  static func child(of process: Int32) -> Int32? {
    for _ in 1...2000 {
      if let child = children(of: process).first { return child }
      guard kill(process, 0) == 0 else { return nil }
      usleep(2000)
    }
    return nil
  }

  /// The most memory that a process has held, in octets; nil when it is gone.
  static func peakMemory(of process: Int32) -> Int? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// The words that a process was started with.
  static func commandLine(of process: Int32) -> String {
    let octets = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return String(decoding: octets.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether a process is there and has not ended.
  static func isRunning(_ process: Int32) -> Bool { parent(of: process) != nil }

  private static func parent(of process: Int32) -> Int32? {
    // "pid (name) state ppid ..."; the name may hold anything, also parentheses.
    let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = stat?.split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 1, fields[0] != "Z" else { return nil }
    return Int32(fields[1])
  }
}
