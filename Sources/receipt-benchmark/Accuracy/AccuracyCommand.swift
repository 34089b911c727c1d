import Audit
import Foundation
import PostgreSQL
import ReceiptForge
import ReceiptPopulation
import ReceiptVerification

/// `receipt-benchmark accuracy [--json] [--seeds N] [--first-seed S] [--receipts N]`: audits minted
/// populations and compares what was found with the truth. RECEIPT_BENCHMARK_DATABASE says on which
/// server.
struct AccuracyCommand {
  private var json = false
  private var seeds = 10
  private var firstSeed = 1
  private var receipts = 20_000
  private let server: String

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json": json = true
      case "--seeds": seeds = try Self.number(rest.popFirst(), word)
      case "--first-seed": firstSeed = try Self.number(rest.popFirst(), word)
      case "--receipts": receipts = try Self.number(rest.popFirst(), word)
      default: throw UsageError(description: "unknown option \(word)")
      }
    }
    guard let server = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_DATABASE"] else {
      throw UsageError(description: "RECEIPT_BENCHMARK_DATABASE names no server")
    }
    self.server = server
  }

  /// Prints the figures; false where they do not hold.
  func run() throws -> Bool {
    var total: Accuracy?
    for seed in firstSeed..<firstSeed + seeds {
      let one = try accuracy(seed: UInt64(seed))
      try log("seed \(seed): \(one.holds ? "as the truth has it" : "not as the truth has it")")
      if total?.add(one) == nil { total = one }
    }
    guard let total else { return false }
    let report = AccuracyReport(seeds: seeds, receipts: receipts, accuracy: total)
    print(json ? report.json : report.table)
    return total.holds
  }

  /// In a database of its own, which goes afterwards.
  private func accuracy(seed: UInt64) throws -> Accuracy {
    let cluster = try BenchmarkCluster(conninfo: server)
    let database = try cluster.database("receipt_accuracy_\(getpid())")
    defer { try? cluster.drop(database) }
    let settings = ConnectionSettings(database)
    let population = Population(receipts: receipts, seed: seed)
    do {
      let connection = try Connection(settings)
      let tables = PopulationTables(connection)
      try tables.fill(population)
      try Schema.up(connection)
      try tables.connectToAudit()
    }
    var options = AuditOptions()
    options.asOf = Instant(secondsSince1970: Population.asOf)
    options.anchors = try .apple.adding(fileContents: Array(population.rootPEM.utf8))
    _ = try Auditor(settings: settings, options: options).run()
    return try Accuracy(Connection(settings))
  }

  private func log(_ words: String) throws {
    try FileHandle.standardError.write(contentsOf: Data("receipt-benchmark: \(words)\n".utf8))
  }

  private static func number(_ text: String?, _ option: String) throws -> Int {
    guard let number = text.flatMap(Int.init), number > 0 else {
      throw UsageError(description: "\(option) takes a number above 0")
    }
    return number
  }
}
