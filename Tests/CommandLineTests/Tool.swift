import Foundation

/// A built program of this package, run as a user runs it.
struct Tool {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  let url: URL

  static let audit = Tool("receipt-audit")
  static let forge = Tool("receipt-forge")
  static let soak = Tool("receipt-soak")

  /// Any program.
  init(_ url: URL) { self.url = url }

  /// The programs stand beside the test program.
  private init(_ name: String) {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    url = tests.deletingLastPathComponent().appendingPathComponent(name)
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Outcome {
    let running = try start(arguments, environment: environment, input: input)
    return running.finish()
  }

  /// Runs a shell command, to which the program is `$0` and the arguments are `$@`.
  static func shell(
    _ command: String, _ tool: Tool, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    try Tool(URL(fileURLWithPath: "/bin/sh"))
      .run(["-c", command, tool.url.path] + arguments, environment: environment)
  }

  func start(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Running {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let running = try Running(process)
    try running.send(input)
    return running
  }

  /// A started program. What it writes goes to files, so that no pipe can fill up.
  final class Running {
    let process: Process
    private let output: URL
    private let errors: URL

    init(_ process: Process) throws {
      let folder = FileManager.default.temporaryDirectory
      output = folder.appendingPathComponent("tool-\(UUID().uuidString).out")
      errors = folder.appendingPathComponent("tool-\(UUID().uuidString).err")
      self.process = process
      for (url, isError) in [(output, false), (errors, true)] {
        _ = FileManager.default.createFile(atPath: url.path, contents: nil)
        let handle = try FileHandle(forWritingTo: url)
        if isError { process.standardError = handle } else { process.standardOutput = handle }
      }
    }

    fileprivate func send(_ input: [UInt8]) throws {
      let pipe = Pipe()
      process.standardInput = pipe
      try process.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(input))
      try pipe.fileHandleForWriting.close()
    }

    /// Kills it where it has not ended by itself within so many seconds, which the status tells.
    func finish(within seconds: Int) -> Outcome {
      for _ in 1...(seconds * 10) where process.isRunning { usleep(100_000) }
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      return finish()
    }

    func finish() -> Outcome {
      process.waitUntilExit()
      defer {
        try? FileManager.default.removeItem(at: output)
        try? FileManager.default.removeItem(at: errors)
      }
      return Outcome(
        status: process.terminationReason == .exit
          ? process.terminationStatus : 128 + process.terminationStatus,
        output: (try? String(contentsOf: output, encoding: .utf8)) ?? "",
        errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
    }
  }
}
