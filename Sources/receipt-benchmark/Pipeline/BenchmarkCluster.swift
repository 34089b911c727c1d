import Foundation
import PostgreSQL

/// The private cluster that is measured: its databases, and the processor time of its processes.
struct BenchmarkCluster {
  private let conninfo: String
  private let postmaster: Int32
  let dataDirectory: String

  /// `conninfo` names a database of it, as a superuser on the same host.
  init(conninfo: String) throws {
    self.conninfo = conninfo
    let connection = try Connection(ConnectionSettings(conninfo))
    let process = "split_part(pg_read_file('postmaster.pid'), chr(10), 1)::bigint as pid"
    let row = try connection.query(
      "select \(process), current_setting('data_directory') as directory")[0]
    postmaster = Int32(try row.int("pid") ?? 0)
    dataDirectory = try row.text("directory") ?? ""
  }

  /// A new database, empty or a copy; where there is one of that name it is dropped.
  func database(_ name: String, copyOf template: String? = nil) throws -> String {
    let connection = try Connection(ConnectionSettings(conninfo))
    try connection.execute("drop database if exists \(name) with (force)")
    let source = template.map(Self.name) ?? "template0"
    try connection.execute("create database \(name) template \(source)")
    return "\(conninfo) dbname=\(name)"
  }

  /// `database` as `database(_:copyOf:)` returned it.
  func drop(_ database: String) throws {
    try Connection(ConnectionSettings(conninfo)).execute(
      "drop database if exists \(Self.name(database)) with (force)")
  }

  /// What the server does by itself in the hours between two nights.
  func vacuum(_ database: String) throws {
    try Connection(ConnectionSettings(database)).execute("vacuum analyze")
  }

  private static func name(_ database: String) -> String {
    String(database.split(separator: "=").last ?? "")
  }

  /// Seconds of processor time of this process and of the server's, finished ones included, that
  /// `body` takes.
  func processorSeconds(_ body: () throws -> Void) throws -> Double {
    let before = try Self.own() + server()
    try body()
    // A session's process ends a moment after its connection.
    Thread.sleep(forTimeInterval: 0.2)
    return try Self.own() + server() - before
  }

  /// What everybody else on the host took of its processors while `body` ran, from 0 to 1: figures
  /// are only worth something where that is next to nothing.
  func shareOfOthers<Result>(_ body: () throws -> Result) throws -> (Result, Double) {
    func ours() throws -> Double { try Self.own() + Self.own(RUSAGE_CHILDREN) + server() }
    let (start, busy, own) = (ContinuousClock.now, try ProcessTable.busySeconds(), try ours())
    let result = try body()
    let others = try ProcessTable.busySeconds() - busy - (ours() - own)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return (result, min(1, max(0, others / seconds / Double(activeProcessors))))
  }

  private static func own(_ who: __rusage_who = RUSAGE_SELF) -> Double {
    var usage = rusage()
    unsafe getrusage(Int32(who.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The postmaster's own time, that of its children, and that of those that have ended (proc(5)).
  private func server() throws -> Double {
    let ticks = try ProcessTable.all().reduce(0) { sum, process in
      if process.id == postmaster { return sum + process.ticks + process.ticksOfEnded }
      return process.parent == postmaster ? sum + process.ticks : sum
    }
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
