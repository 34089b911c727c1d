import Foundation

/// `receipt-benchmark WHAT [options]`: measures work against its floor and its peers, side by side in
/// one run.
@main
struct Benchmark {
  static func main() {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      switch words.first {
      case "verify": exit(try VerifyCommand(Array(words.dropFirst())).run() ? 0 : 1)
      case "report": try ReportBenchmark.run(Array(words.dropFirst()))
      case "correlate": try CorrelateBenchmark.main(Array(words.dropFirst()))
      case "accuracy": exit(try AccuracyCommand(Array(words.dropFirst())).run() ? 0 : 1)
      case "pipeline": try PipelineCommand(Array(words.dropFirst())).run()
      default:
        throw UsageError(
          description:
            "usage: receipt-benchmark verify|report|correlate|accuracy|pipeline [options]")
      }
    } catch {
      FileHandle.standardError.write(Data("receipt-benchmark: \(error)\n".utf8))
      exit(2)
    }
  }
}

/// A command line that cannot be followed.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
