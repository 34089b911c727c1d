import Foundation

/// A process as `/proc` shows it.
struct ProcessEntry {
  var id: Int32
  var parent: Int32
  /// Processor time, in clock ticks, and that of its children that it has waited for.
  var ticks: Int
  var ticksOfEnded: Int
  /// Resident memory in octets.
  var memory: Int
}

/// What `/proc` shows (proc(5), `/proc/pid/stat`).
enum ProcessTable {
  static func all() throws -> [ProcessEntry] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      Int32(name).flatMap(entry)
    }
  }

  /// Processor time of everybody since the host's start (proc(5), `/proc/stat`: user, nice, system, of
  /// which idle and iowait are none, irq, softirq, steal).
  static func busySeconds() throws -> Double {
    let text = try String(contentsOfFile: "/proc/stat", encoding: .utf8)
    let fields = text.prefix { $0 != "\n" }.split(separator: " ").map { Int($0) ?? 0 }
    guard fields.count > 8 else { return 0 }
    let ticks = fields[1...3].reduce(0, +) + fields[6...8].reduce(0, +)
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The process and all that it has started, directly or not.
  static func family(of root: Int32) throws -> [ProcessEntry] {
    let all = try all()
    var members = all.filter { $0.id == root }
    var next = members
    while !next.isEmpty {
      let parents = Set(next.map(\.id))
      next = all.filter { parents.contains($0.parent) }
      members += next
    }
    return members
  }

  /// nil for a process that has ended meanwhile.
  private static func entry(_ id: Int32) -> ProcessEntry? {
    // The name in brackets may hold anything; fields are counted from behind it.
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
    guard fields.count > 21 else { return nil }
    return ProcessEntry(
      id: id, parent: Int32(fields[1]), ticks: fields[11] + fields[12],
      ticksOfEnded: fields[13] + fields[14], memory: fields[21] * Int(getpagesize()))
  }
}
