import Foundation
import Testing

@Suite("Usage, as the shell sees it")
struct UsageTests {
  @Test("An unknown option ends with 2, is named on standard error, and standard output is empty")
  func unknownOption() throws {
    let outcome = try Tool.audit.run(["run", "--trust-ancor", "x"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors
        == "receipt-audit: unknown option --trust-ancor; did you mean --trust-anchor?; "
        + "see receipt-audit run --help\n")
  }

  @Test(
    "Help goes to standard output and ends with 0", arguments: [["--help"], ["run", "--help"]])
  func help(words: [String]) throws {
    let outcome = try Tool.audit.run(words)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Usage: receipt-audit"))
    #expect(outcome.errors == "")
  }

  @Test("The version names the tool, OpenSSL and libpq")
  func version() throws {
    let lines = try Tool.audit.run(["--version"]).output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("receipt-audit "))
    #expect(lines[1].hasPrefix("openssl OpenSSL 3"))
    #expect(lines[2].hasPrefix("libpq "))
  }

  @Test(
    "Without a database the exit status is 6, with libpq's own words and no password",
    arguments: [
      "host=/nonexistent dbname=shop password=hunter2", "postgresql://me:hunter2@127.0.0.1:1/shop",
    ])
  func unreachable(database: String) throws {
    for command in [["run"], ["runs"], ["schema", "up"], ["export", "findings"]] {
      let outcome = try Tool.audit.run(command + ["-d", database])
      #expect(outcome.status == 6, "\(command)")
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("connection to server"))
      #expect(!outcome.errors.contains("hunter2"))
    }
  }

  @Test(
    "A connection string that cannot be read ends with 2, and its parts are not shown",
    arguments: ["host=x password=hunter2 hunter2", "postgresql://me:hunter2@[half/shop"])
  func unreadable(database: String) throws {
    for command in [["run"], ["runs"], ["schema", "up"], ["export", "findings"]] {
      let outcome = try Tool.audit.run(command + ["-d", database])
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.errors.contains("connection string"))
      #expect(!outcome.errors.contains("hunter2"))
    }
  }

  @Test("A password of the environment is not shown either")
  func environmentPassword() throws {
    let outcome = try Tool.audit.run(
      ["run", "-h", "/nonexistent"], environment: ["PGPASSWORD": "hunter2"])
    #expect(outcome.status == 6)
    #expect(!outcome.errors.contains("hunter2"))
  }

  @Test("A trust anchor that is not there or is none ends with 2 and names the file")
  func trustAnchor() throws {
    for file in ["/nonexistent", "/dev/null"] {
      let outcome = try Tool.audit.run(["inspect", "--trust-anchor", file, "-"])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(file))
    }
  }

  @Test("A reader who has seen enough ends it quietly")
  func closedPipe() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c",
      "set -o pipefail; \"$0\" inspect --json $(yes - | head -2000) </dev/null 2>&1 | head -1",
      Tool.audit.url.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(output.filter { $0 == 0x0A }.count == 1)
  }
}
