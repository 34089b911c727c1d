import Foundation
import ReceiptForge

/// What a run of the tool took.
struct ToolRun {
  var receipts: Double
  /// Seconds by part of the run, as the tool reports them.
  var phases: [String: Double]
  /// Seconds from the start of the process to its end.
  var seconds: Double
  /// The most that the process and its workers had in memory at once, in octets.
  var memory: Int

  /// Planning, reading, verifying and writing, without what compares receipts afterwards.
  var pipelineSeconds: Double { phases["plan", default: 0] + phases["verify", default: 0] }
}

/// The program that is measured, as a process of its own.
struct BenchmarkTool {
  private let program: URL
  private let anchor: URL

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// It stands beside this program.
  init() throws {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    program = own.deletingLastPathComponent().appendingPathComponent("receipt-audit")
    anchor = FileManager.default.temporaryDirectory
      .appendingPathComponent("receipt-benchmark-\(getpid()).pem")
    try Data(TestPKI.standard.rootPEM.utf8).write(to: anchor)
  }

  func run(_ database: String) throws -> ToolRun {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = [
      "run", "-d", database, "--trust-anchor", anchor.path, "--as-of", "2023-12-01", "--json",
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    var peak = 0
    while process.isRunning {
      peak = max(
        peak, try ProcessTable.family(of: process.processIdentifier).map(\.memory).reduce(0, +))
      Thread.sleep(forTimeInterval: 0.05)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    guard process.terminationStatus == 0,
      let summary = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let phases = summary["seconds"] as? [String: Double],
      let receipts = summary["receipts"] as? Double
    else {
      throw Failure(description: "receipt-audit run ended with \(process.terminationStatus)")
    }
    return ToolRun(receipts: receipts, phases: phases, seconds: seconds, memory: peak)
  }
}
