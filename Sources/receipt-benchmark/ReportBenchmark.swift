import Foundation
import PostgreSQL
import Reports
import XLSX

/// `receipt-benchmark report -d DATABASE`: the report of the published run, and exports of a million
/// rows: seconds in all, seconds of this process beyond the queries, and the most memory so far.
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

  private static let million =
    "select n as finding_id, 'duplicate-transaction' as rule, 'account ' || n as account_id, now() as first_seen, n::numeric / 7 as amount, jsonb_build_object('accounts', n) as evidence from generate_series(1, 1000000) n"

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
    return try [
      measure("report") {
        var rows = 0
        try RunReportWriter(connection).write(to: "\(folder)/report") { rows = max(rows, $0) }
        return rows
      },
      measure("csv") { try export(CSVWriter(), connection) },
      measure("jsonl") { try export(JSONLinesWriter(), connection) },
      measure("xlsx") {
        let workbook = try Workbook(path: "\(folder)/list.xlsx", temporaryDirectory: folder)
        var sink = XLSXSink(workbook, name: "list")
        let rows = try Listing(Self.million).write(from: connection, into: &sink)
        try workbook.close()
        return rows
      },
    ]
  }

  private func export(_ writer: some RowWriter, _ connection: Connection) throws -> Int {
    var rows = 0
    try WholeFile.write(to: "\(folder)/list") { output in
      rows = try withoutActuallyEscaping(output) { output in
        try Listing(Self.million).write(from: connection, as: writer, to: output)
      }
    }
    return rows
  }

  private func measure(_ name: String, _ body: () throws -> Int) throws -> Line {
    let start = (DispatchTime.now().uptimeNanoseconds, Self.usage().seconds)
    let rows = try body()
    let usage = Self.usage()
    return Line(
      name: name, rows: rows,
      wall: Double(DispatchTime.now().uptimeNanoseconds - start.0) / 1e9,
      own: usage.seconds - start.1, megabytes: usage.kilobytes / 1024)
  }

  private static func usage() -> (seconds: Double, kilobytes: Int) {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss)
  }

  private static func table(_ lines: [Line]) -> String {
    lines.map { line in
      "\(line.name): \(line.rows) rows in \(tenths(line.wall)) s, of which \(tenths(line.own)) s here; "
        + "\(line.megabytes) MB at most so far"
    }.joined(separator: "\n")
  }

  private static func json(_ lines: [Line]) -> String {
    JSONText.object(
      lines.flatMap { line in
        [
          ("\(line.name)_rows", String(line.rows)), ("\(line.name)_seconds", tenths(line.wall)),
          ("\(line.name)_own_seconds", tenths(line.own)),
          ("\(line.name)_memory_mb", String(line.megabytes)),
        ]
      })
  }

  private static func tenths(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
