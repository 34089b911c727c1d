import Foundation

/// `receipt-benchmark verify [--json] [--seconds S]`: verification against the signature itself and
/// against the way that other validators go, measured side by side in one run.
@main
struct Benchmark {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let shapes = try Shape.all()
      let rates = shapes.map { VerifyBenchmark(shape: $0, seconds: options.seconds).run() }
      let token = try TokenBenchmark(seconds: options.seconds).run()
      let report = VerifyReport(rates: rates, token: token)
      print(options.json ? report.json : report.table)
      exit(report.isWithinThresholds ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("receipt-benchmark: \(error)\n".utf8))
      exit(2)
    }
  }
}

/// What the command line asks for.
struct Options {
  var json = false
  /// Of each measurement; there are three for each shape, and one more for all cores.
  var seconds = 1.0

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    guard rest.popFirst() == "verify" else {
      throw UsageError(description: "usage: receipt-benchmark verify [--json] [--seconds S]")
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--seconds":
        guard let value = rest.popFirst().flatMap(Double.init), value > 0 else {
          throw UsageError(description: "--seconds takes a number above 0")
        }
        seconds = value
      default: throw UsageError(description: "unknown option \(argument)")
      }
    }
  }
}
