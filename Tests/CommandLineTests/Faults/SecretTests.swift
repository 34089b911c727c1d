import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import receipt_audit

@Suite("A password in a connection string", .serialized)
struct SecretTests {
  private static let secret = "hunter2-in-the-string"

  private func conninfo(_ shop: Shop) -> String {
    "\(shop.database.conninfo) password=\(Self.secret)"
  }

  @Test("Is in no list of processes, and in no core")
  func processes() throws {
    let shop = try Shop()
    let running = try Tool.audit.start(
      [
        "run", "--batch-size", "5", "--jobs", "1", "--trust-anchor", Shop.trustAnchor,
        "-d", conninfo(shop), "--source", conninfo(shop),
      ])
    let supervisor = running.process.processIdentifier
    let child = try #require(ProcessTree.child(of: supervisor))
    for process in [supervisor, child] {
      let words = ProcessTree.commandLine(of: process)
      #expect(words.contains("receipt-audit") && !words.contains(Self.secret), "\(words)")
      let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
      let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
      #expect(core?.split(separator: " ").dropFirst(4).first == "0", "\(limits)")
    }
    #expect(running.finish().status == 0)
  }

  @Test("Is in nothing that is printed, written or stored, also where receipts crash the program")
  func artifacts() throws {
    let shop = try Shop()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("artifacts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = ["-d", conninfo(shop)]
    let commands: [[String]] = [
      ["check", "--trust-anchor", Shop.trustAnchor],
      [
        "run", "--trust-anchor", Shop.trustAnchor, "--summary", folder.path + "/summary.json",
        "--metrics", folder.path + "/metrics.prom",
      ],
      ["runs"], ["status"], ["report", "--output", folder.path + "/report"],
      ["export", "findings", "--output", folder.path + "/findings.csv"], ["explain", "77"],
      ["quarantine", "list"], ["run", "--from", "no number"],
    ]
    var printed = ""
    for command in commands {
      let outcome = try Tool.audit.run(
        command + database, environment: ["RECEIPT_AUDIT_FAULT": "crash:77"])
      #expect([0, 2, 3].contains(outcome.status), "\(command) \(outcome.errors)")
      printed += outcome.output + outcome.errors
    }
    #expect(printed.contains("a worker process was lost") && !printed.contains(Self.secret))

    let grep = Process()
    grep.executableURL = URL(fileURLWithPath: "/usr/bin/grep")
    grep.arguments = ["--recursive", "--text", "--files-with-matches", Self.secret, folder.path]
    grep.standardOutput = FileHandle.nullDevice
    try grep.run()
    grep.waitUntilExit()
    #expect(grep.terminationStatus == 1, "a file holds the password")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)

    let tables = try shop.connection.query(
      """
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('audit', 'audit_data')
      """)
    for index in 0..<tables.count {
      let table = try tables[index].text("name") ?? ""
      #expect(try shop.count("\(table) t where to_jsonb(t)::text like '%\(Self.secret)%'") == 0)
    }
  }

  @Test(
    "Is found wherever libpq takes one",
    arguments: [
      ("postgresql://me:hunter2@db/shop", "postgresql://xxxxxxxxxx@db/shop"),
      ("postgres://me:a@b@db/shop?password=hunter2", "postgres://xxxxxx@db/shop?passwordxxxxxxxx"),
      ("host=db password = 'hunter2' dbname=d", "host=db passwordxxxxxxxxxxxxxxxxxxxxx"),
      ("host=db dbname=shop", "host=db dbname=shop"), ("shop", "shop"),
      ("--password", "--password"),
      ("postgresql://db/shop", "postgresql://db/shop"),
    ])
  func veiled(word: String, expected: String) {
    var octets = Array(word.utf8)
    for range in CommandLineVeil.secrets(in: word) {
      for index in range { octets[index] = UInt8(ascii: "x") }
    }
    #expect(String(decoding: octets, as: UTF8.self) == expected)
  }
}
