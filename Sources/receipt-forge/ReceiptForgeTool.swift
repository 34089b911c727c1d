import Foundation
import PostgreSQL
import ReceiptForge

/// `receipt-forge`: test receipts of every kind, in files or in a table.
@main
enum ReceiptForgeTool {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as UsageError {
      fail(2, "\(error.message)\nTry: receipt-forge --help")
    } catch let error as PostgreSQLError {
      fail(error.isConnectionFailure ? 6 : 1, "\(error)")
    } catch {
      fail(1, "\(error)")
    }
  }

  private static func run(_ words: [String]) throws {
    guard let name = words.first, name != "--help" else {
      print(Usage.all)
      return
    }
    guard let command = Command(rawValue: name) else {
      throw UsageError("unknown command: \(name)")
    }
    let rest = Array(words.dropFirst())
    guard !rest.contains("--help") else {
      print(Usage.of(command))
      return
    }
    switch command {
    case .population: try PopulationCommand(rest).run()
    case .receipt: try ReceiptCommand(rest).run()
    case .pki: try PKICommand(rest).run()
    case .kinds: try KindsCommand(rest).run()
    }
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("receipt-forge: \(message)\n".utf8))
    exit(status)
  }
}

/// The commands by their names.
enum Command: String, CaseIterable {
  case population, receipt, pki, kinds
}
