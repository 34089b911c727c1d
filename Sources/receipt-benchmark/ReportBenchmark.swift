import Foundation
import PostgreSQL
import Reports
import XLSX

/// `receipt-benchmark report -d DATABASE`: the report of the published run, and exports of a list at
/// two sizes, a hundred thousand rows and a million: seconds in all, seconds of this process beyond
/// the queries, and the most memory meanwhile.
struct ReportBenchmark {
  struct Line {
    var name: String
    var rows: Int
    var wall: Double
    /// Processor time of this process: what it does beyond the server's queries.
    var own: Double
    var megabytes: Int
  }

  private let database: String
  private let folder = FileManager.default.temporaryDirectory.path + "/report-\(UUID().uuidString)"

  private init(database: String) { self.database = database }

  private static func list(_ rows: Int) -> Listing {
    Listing(
      "select n as finding_id, 'duplicate-transaction' as rule, 'account ' || n as account_id, now() as first_seen, n::numeric / 7 as amount, jsonb_build_object('accounts', n) as evidence from generate_series(1, \(rows)) n"
    )
  }

  private static let sizes = [100_000, 1_000_000]

  /// Measures by the words of a command line, and prints.
  static func run(_ arguments: [String]) throws {
    guard let option = arguments.firstIndex(of: "-d"), option + 1 < arguments.count else {
      throw UsageError(description: "usage: receipt-benchmark report [--json] -d DATABASE")
    }
    let lines = try ReportBenchmark(database: arguments[option + 1]).run()
    print(arguments.contains("--json") ? json(lines) : table(lines))
  }

  private func run() throws -> [Line] {
    let connection = try Connection(ConnectionSettings(database))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let report = try measure("report") {
      var rows = 0
      try RunReportWriter(connection).write(to: "\(folder)/report") { rows = max(rows, $0) }
      return rows
    }
    return try [report]
      + Self.sizes.flatMap { rows in
        let list = Self.list(rows)
        return [
          try measure("csv") { try export(list, CSVWriter(), connection) },
          try measure("jsonl") { try export(list, JSONLinesWriter(), connection) },
          try measure("xlsx") { try workbook(list, connection) },
        ]
      }
  }

  private func workbook(_ list: Listing, _ connection: Connection) throws -> Int {
    let workbook = try Workbook(path: "\(folder)/list.xlsx", temporaryDirectory: folder)
    var sink = XLSXSink(workbook, name: "list")
    let rows = try list.write(from: connection, into: &sink)
    try workbook.close()
    return rows
  }

  private func export(
    _ list: Listing, _ writer: some RowWriter, _ connection: Connection
  ) throws -> Int {
    var rows = 0
    try WholeFile.write(to: "\(folder)/list") { output in
      rows = try withoutActuallyEscaping(output) { output in
        try list.write(from: connection, as: writer, to: output)
      }
    }
    return rows
  }

  private func measure(_ name: String, _ body: () throws -> Int) throws -> Line {
    Self.forgetPeak()
    let start = (DispatchTime.now().uptimeNanoseconds, Self.seconds())
    let rows = try body()
    return Line(
      name: name, rows: rows,
      wall: Double(DispatchTime.now().uptimeNanoseconds - start.0) / 1e9,
      own: Self.seconds() - start.1, megabytes: Self.peak() / 1024)
  }

  /// Processor time of this process so far.
  private static func seconds() -> Double {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Lets the kernel count the most memory anew (proc(5), `clear_refs`).
  private static func forgetPeak() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  /// The most memory since then, in kilobytes.
  private static func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  private static func table(_ lines: [Line]) -> String {
    lines.map { line in
      "\(line.name): \(line.rows) rows in \(tenths(line.wall)) s, of which \(tenths(line.own)) s here; "
        + "\(line.megabytes) MB at most"
    }.joined(separator: "\n")
  }

  /// Keys of lists have their rows in thousands in front: `csv_1000k_seconds`.
  private static func json(_ lines: [Line]) -> String {
    JSONText.object(
      lines.flatMap { line in
        let name = line.name == "report" ? line.name : "\(line.name)_\(line.rows / 1000)k"
        return [
          ("\(name)_rows", String(line.rows)), ("\(name)_seconds", tenths(line.wall)),
          ("\(name)_own_seconds", tenths(line.own)),
          ("\(name)_memory_mb", String(line.megabytes)),
        ]
      })
  }

  private static func tenths(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
