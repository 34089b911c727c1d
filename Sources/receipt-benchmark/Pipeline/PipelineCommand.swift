import Foundation
import PostgreSQL

/// `receipt-benchmark pipeline -d CONNINFO [--json] [--receipts N] [--distinct N]`: a whole run
/// against what its parts cost by themselves, in databases of its own on a private cluster.
struct PipelineCommand {
  private var json = false
  private var receipts = 100_000
  /// Receipts of their own; beyond them the same receipts come again under other keys, as each
  /// account's do in life.
  private var distinct = 100_000
  private var conninfo = ""

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json": json = true
      case "--receipts": receipts = try Self.number(rest.popFirst(), word)
      case "--distinct": distinct = try Self.number(rest.popFirst(), word)
      case "-d": conninfo = rest.popFirst() ?? ""
      default: throw UsageError(description: "unknown option \(word)")
      }
    }
    guard !conninfo.isEmpty else {
      throw UsageError(description: "-d is missing; jobs/benchmark pipeline gives it")
    }
  }

  func run() throws {
    let report = try PipelineBenchmark(
      conninfo: conninfo, receipts: receipts, distinct: min(distinct, receipts)
    ).run()
    print(json ? report.json : report.table)
  }

  private static func number(_ text: String?, _ option: String) throws -> Int {
    guard let number = text.flatMap(Int.init), number >= 1000 else {
      throw UsageError(description: "\(option) takes a number of at least 1000")
    }
    return number
  }
}
