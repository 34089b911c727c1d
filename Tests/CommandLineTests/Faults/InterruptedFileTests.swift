import Foundation
import TestSupport
import Testing

@Suite("A command that is told to end while it writes files")
struct InterruptedFileTests {
  private let shop: Shop
  private let tree: FileTree

  init() throws {
    shop = try Shop(isAudited: true)
    tree = try FileTree()
  }

  @Test(
    "ends with the signal's status and leaves nothing behind", arguments: [SIGTERM, SIGINT],
    [
      ["export", "findings", "--format", "csv", "--output", "file"],
      ["export", "findings", "--format", "jsonl", "--output", "file"],
      ["export", "findings", "--format", "xlsx", "--output", "file"],
      ["report", "--output", "file"],
    ])
  func interrupted(signal: Int32, words: [String]) throws {
    let former = Data("of yesterday".utf8)
    let isReport = words[0] == "report"
    if !isReport { try former.write(to: URL(fileURLWithPath: tree.file("file"))) }
    // It has begun, and waits for rows.
    let outcome = try shop.connection.transaction {
      try shop.connection.execute("lock table audit_data.findings in access exclusive mode")
      let running = try shop.start(words.map { $0 == "file" ? tree.file("file") : $0 })
      while try !isWaiting(), running.process.isRunning { usleep(2000) }
      // A spreadsheet's rows wait in files without a name.
      let hasBegun = try tree.names().contains { $0.hasSuffix(".tmp") }
      #expect(hasBegun || words.contains("xlsx"))
      kill(running.process.processIdentifier, signal)
      return running.finish()
    }
    #expect(outcome.status == 128 + signal, "\(outcome)")
    #expect(try tree.names() == (isReport ? [] : ["file"]))
    if !isReport { #expect(try tree.content(of: "file") == ["": former]) }
  }

  private func isWaiting() throws -> Bool {
    try shop.count(
      "pg_locks where not granted and database = (select oid from pg_database where datname = current_database())"
    ) > 0
  }
}
