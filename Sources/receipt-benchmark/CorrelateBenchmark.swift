import Audit
import Dispatch
import Foundation
import PostgreSQL

/// Compares so many transactions with one another, and a night's one per cent more, beside a plain
/// GROUP BY over the same rows in the same session.
struct CorrelateBenchmark {
  /// `correlate [--json] [--transactions N]`; RECEIPT_BENCHMARK_DATABASE says on which server.
  static func main(_ arguments: [String]) throws {
    var transactions: Int64 = 5_000_000
    var json = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--transactions":
        guard let value = rest.popFirst().flatMap(Int64.init), value > 0 else {
          throw UsageError(description: "--transactions takes a number above 0")
        }
        transactions = value
      default: throw UsageError(description: "unknown option \(argument)")
      }
    }
    guard let server = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_DATABASE"] else {
      throw UsageError(description: "RECEIPT_BENCHMARK_DATABASE names no server")
    }
    let report = try CorrelateBenchmark(transactions: transactions).run(beside: server)
    print(json ? report.json : report.table)
  }

  /// Rows of `audit_data.transactions` to begin with, about.
  let transactions: Int64

  /// An account has one to twelve receipts, which repeat what came before: this many rows, in mean.
  private static let rowsOfAccount: Int64 = 30

  /// Makes a database of its own beside the one named, and drops it in the end.
  func run(beside text: String) throws -> CorrelateReport {
    let name = "receipt_benchmark_\(ProcessInfo.processInfo.processIdentifier)"
    let server = try Connection(ConnectionSettings(text))
    try server.execute("create database \(name) template template0")
    defer { try? server.execute("drop database if exists \(name) with (force)") }
    let conninfo =
      text.contains("://")
      ? "\(text)\(text.contains("?") ? "&" : "?")dbname=\(name)"
      : "\(text) dbname=\(name)"
    return try measure(Connection(ConnectionSettings(conninfo)))
  }

  private func measure(_ connection: Connection) throws -> CorrelateReport {
    try Schema.up(connection)
    let accounts = max(1, transactions / Self.rowsOfAccount)
    for first in stride(from: Int64(1), through: accounts, by: 20_000) {
      try fill(first...min(first + 19_999, accounts), run: 1, isNight: false, connection)
    }
    // What the server does by itself sooner or later, and would do beside what is measured.
    try connection.execute("vacuum analyze")
    _ = try groupBy(connection)
    let before = try groupBy(connection)
    let full = try correlate(run: 1, asOf: "2026-11-30T00:00:00Z", connection)
    let after = try groupBy(connection)

    try connection.execute("vacuum analyze")
    // One more receipt of these accounts, which repeats what they bought and has something new in
    // one case of three, is one per cent of the rows.
    let night = max(1, before.rows / 100 * 3 / 20)
    try fill(1...night, run: 2, isNight: true, connection)
    let incremental = try correlate(run: 2, asOf: "2026-12-01T00:00:00Z", connection)
    return CorrelateReport(
      transactions: before.rows, groupBy: (before.seconds + after.seconds) / 2,
      full: full, incremental: incremental,
      newTransactions: try groupBy(connection).rows - before.rows)
  }

  private func fill(
    _ accounts: ClosedRange<Int64>, run: Int64, isNight: Bool, _ connection: Connection
  ) throws {
    guard let file = SQLFile("benchmark/receipts") else { return }
    for statement in file.statements {
      try connection.query(
        statement.text,
        [.int8(run), .int8(accounts.lowerBound), .int8(accounts.upperBound), .bool(isNight)])
    }
  }

  private func correlate(run: Int64, asOf: String, _ connection: Connection) throws -> Double {
    try connection.query(
      "insert into audit.runs (as_of) values ($1::text::timestamptz)", [.text(asOf)])
    return try Self.seconds {
      try connection.transaction {
        try Correlation.run(on: connection, runID: run)
        try Correlation.publish(on: connection, runID: run)
      }
    }
  }

  private func groupBy(_ connection: Connection) throws -> (rows: Int64, seconds: Double) {
    var rows: Int64 = 0
    let seconds = try Self.seconds {
      try connection.transaction {
        // As the comparison itself has it.
        for setting in [
          "work_mem = '256MB'", "jit = off", "parallel_setup_cost = 0", "parallel_tuple_cost = 0",
          "enable_partitionwise_aggregate = on",
        ] {
          try connection.execute("set local \(setting)")
        }
        rows = try SQLFile("benchmark/group_by")?.run(on: connection)?[0].int("receipts") ?? 0
      }
    }
    return (rows, seconds)
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }
}

/// What was measured, in seconds.
struct CorrelateReport {
  var transactions: Int64
  var groupBy: Double
  var full: Double
  var incremental: Double
  var newTransactions: Int64

  var json: String {
    let ratio = { (value: Double) in String(format: "%.4f", value) }
    return """
      {"transactions": \(transactions), "ratio_group_by": \(ratio(full / groupBy)), \
      "ratio_incremental": \(ratio(incremental / full)), "group_by_seconds": \(ratio(groupBy)), \
      "correlate_seconds": \(ratio(full)), "night_seconds": \(ratio(incremental)), \
      "night_transactions": \(newTransactions)}
      """
  }

  var table: String {
    let row = { (name: String, seconds: Double, ratio: String) in
      name.padding(toLength: 44, withPad: " ", startingAt: 0)
        + String(format: "%9.2f s  ", seconds) + ratio
    }
    return [
      row("GROUP BY over \(transactions) transactions", groupBy, ""),
      row("comparison of all", full, String(format: "%.2f times the GROUP BY", full / groupBy)),
      row(
        "comparison after \(newTransactions) more", incremental,
        String(format: "%.1f %% of all", incremental / full * 100)),
    ].joined(separator: "\n")
  }
}
