/// `verify [--json] [--seconds S] [--receipts DIR [--trust-anchor FILE]...]`: verification against the
/// signature itself and against the way that other validators go.
struct VerifyCommand {
  private var json = false
  /// Of each measurement; there are three for each shape, and one more for all cores.
  private var seconds = 1.0
  /// Files to be measured with instead of minted receipts.
  private var directory: String?
  private var anchors: [String] = []

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else {
        throw UsageError(description: "\(option) takes a value")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--seconds":
        guard let value = Double(try value(argument)), value > 0 else {
          throw UsageError(description: "--seconds takes a number above 0")
        }
        seconds = value
      case "--receipts": directory = try value(argument)
      case "--trust-anchor": anchors.append(try value(argument))
      default: throw UsageError(description: "verify: unknown option \(argument)")
      }
    }
  }

  /// Whether everything that is counted stays within its threshold.
  func run() throws -> Bool {
    let report = try directory.map(files) ?? minted()
    print(json ? report.json : report.table)
    return report.isWithinThresholds
  }

  private func files(_ directory: String) throws -> VerifyReport {
    let shape = try Shape.files(in: directory, anchors: anchors)
    return VerifyReport(rates: [VerifyBenchmark(shape: shape, seconds: seconds).run()], token: nil)
  }

  private func minted() throws -> VerifyReport {
    let rates = try Shape.all().map { VerifyBenchmark(shape: $0, seconds: seconds).run() }
    return VerifyReport(rates: rates, token: try TokenBenchmark(seconds: seconds).run())
  }
}
