import Foundation
import TestSupport
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

  @Test("A name that would break a line or colour it stays on its line, as escapes")
  func oneLine() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    try connection.execute(
      "insert into audit.runs (as_of, status) values (now(), 'published'); update audit_data.published set run_id = 1"
    )
    let name = "a\nMESSAGE=b\u{1B}[31m\rc\u{202E}d\u{2028}e"
    let shown = "a\\u{A}MESSAGE=b\\u{1B}[31m\\u{D}c\\u{202E}d\\u{2028}e"
    for words in [["explain", name], ["report", "--account", name, "--output", "/nowhere"]] {
      let outcome = try Tool.audit.run(words + ["-d", database.conninfo])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(shown), "\(outcome.errors)")
      #expect(outcome.errors.unicodeScalars.filter { $0 == "\n" || $0 == "\r" } == ["\n"])
    }
    let unknown = try Tool.audit.run(["run", "--" + name])
    #expect(unknown.errors.contains("--a\\u{A}MESSAGE") && unknown.errors.hasSuffix("\n"))
    #expect(unknown.errors.utf8.filter { $0 == 0x0A || $0 == 0x0D || $0 == 0x1B }.count == 1)
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
