import Foundation
import PostgreSQL
import ReceiptForge
import ReceiptPopulation

/// `receipt-forge population`.
struct PopulationCommand {
  private let settings: ConnectionSettings
  private let population: Population
  private let rootFile: String?

  init(_ words: [String]) throws {
    let arguments = try Arguments(
      words, known: ["-d", "-h", "-p", "-U", "--receipts", "--seed", "--root"])
    let overrides = [("-h", "host"), ("-p", "port"), ("-U", "user")].compactMap { option, keyword in
      arguments.text(option).map { (keyword: keyword, value: $0) }
    }
    settings = ConnectionSettings(arguments.text("-d"), overrides: overrides)
    population = Population(
      receipts: try arguments.number("--receipts", default: 10_000),
      seed: try arguments.number("--seed", default: 1))
    rootFile = arguments.text("--root")
  }

  func run() throws {
    if let rootFile {
      try Data(try population.rootPEM.utf8).write(to: URL(fileURLWithPath: rootFile))
    }
    let forged = try PopulationTables(Connection(settings)).fill(population)
    FileHandle.standardError.write(
      Data("public.receipts: \(population.count) receipts, \(forged) of them forged\n".utf8))
  }
}
