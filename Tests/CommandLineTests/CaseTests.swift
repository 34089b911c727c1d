import Foundation
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

@Suite("Cases whose receipts OpenSSL checks alone", .serialized)
struct CaseTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// One receipt of every kind, all of one account, audited.
  private func store() throws -> (database: TestDatabase, kinds: [(id: String, truth: Truth)]) {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    try connection.execute(
      "create table public.receipts (receipt_id bigint primary key, account_id text, receipt bytea, received_at timestamptz not null default '2025-01-01Z'); create view audit.source as select * from public.receipts"
    )
    let pki = try TestPKI.standard
    try Data(pki.rootCertificate).write(to: folder.appendingPathComponent("root.der"))
    var kinds: [(String, Truth)] = []
    for (index, kind) in ReceiptKind.all.enumerated() {
      try connection.query(
        "insert into public.receipts (receipt_id, account_id, receipt) values ($1, 'every kind', $2)",
        [.int8(Int64(index + 1)), try .bytea(kind.mint(pki))])
      kinds.append((String(index + 1), kind.truth))
    }
    let run = try audit(["run"], database)
    try #require(run.status == 0 || run.status == 3, "\(run.errors)")
    return (database, kinds)
  }

  private func audit(_ words: [String], _ database: TestDatabase) throws -> Tool.Outcome {
    try Tool.audit.run(
      words + [
        "-d", database.conninfo, "--trust-anchor", folder.appendingPathComponent("root.der").path,
      ])
  }

  private func shell(_ command: String, in directory: URL) throws -> (status: Int32, text: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = directory
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("The command beside each receipt of every kind shows what the report says that it shows")
  func bundle() throws {
    let (database, kinds) = try store()
    let out = folder.appendingPathComponent("case")
    let report = try audit(["report", "--account", "every kind", "--output", out.path], database)
    try #require(report.status == 0, "\(report.errors)")
    #expect(try shell("sha256sum --check --strict --quiet MANIFEST.sha256", in: out).status == 0)

    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: out.appendingPathComponent("case.json")))
    let proofs = try #require((json as? [String: Any])?["proofs"] as? [[String: Any]])
    #expect(proofs.count == kinds.count)
    let connection = try database.connect()
    var checked = 0
    for (index, proof) in proofs.enumerated() {
      let id = proof["receipt_id"] as? String
      let truth = try #require(kinds.first { $0.id == id }?.truth)
      let judged = try connection.query(
        "select reason from audit.receipts where receipt_id = $1", [.text(id ?? "")])
      #expect(try proof["reason"] as? String == judged[0].text("reason"), "\(truth)")
      guard let check = proof["check"] as? [String: String], let command = check["command"],
        let expected = check["expected"]
      else { continue }
      let number = String(index + 1)
      let directory = out.appendingPathComponent(
        "receipts/" + String(repeating: "0", count: 3 - number.count) + number)
      let readme = try String(
        contentsOf: directory.appendingPathComponent("README.txt"), encoding: .utf8)
      #expect(readme.contains("\n    \(command)\n"))
      // OpenSSL takes the last second of a certificate for one too many (RFC 5280 does not).
      if truth.label == "created-on-last-second" { continue }
      let (status, text) = try shell(command, in: directory)
      checked += 1
      switch expected.prefix(7) {
      case "CMS Ver" where expected.hasPrefix("CMS Verification successful"):
        #expect(status == 0 && text.contains("CMS Verification successful"), "\(truth): \(text)")
      case "CMS Ver":
        #expect(status != 0 && !text.contains("successful"), "\(truth): \(text)")
      case "signer.":
        #expect(status == 0 && text.contains("Verified OK"), "\(truth): \(text)")
      case "a failu": #expect(status != 0, "\(truth): \(text)")
      case "nothing": #expect(status == 1 && text.isEmpty, "\(truth): \(text)")
      case "an erro": #expect(status != 0, "\(truth): \(text)")
      // OpenSSL reads more than the store ever writes.
      case "that it": #expect(!text.isEmpty, "\(truth)")
      default: #expect(status == 0, "\(truth): \(text)")
      }
    }
    #expect(checked > kinds.count / 2)
  }

  @Test("A receipt is explained in words and in JSON, and one that is not there is named")
  func explain() throws {
    let (database, kinds) = try store()
    let altered = try #require(kinds.first { $0.truth.reason == .payloadAltered })
    let text = try audit(["explain", altered.id], database)
    #expect(text.status == 0, "\(text.errors)")
    for words in [
      "Forged: its content is not what was signed", "CERTIFICATES AS FOUND", "openssl cms -verify",
    ] {
      #expect(text.output.contains(words), "\(words)")
    }
    let json = try audit(["explain", altered.id, "--json"], database)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["receipt_id"] as? String == altered.id)
    #expect((object?["claims"] as? [Any])?.isEmpty == false)
    let missing = try audit(["explain", "999999"], database)
    #expect(missing.status == 2 && missing.errors.contains("999999"))
    #expect(try audit(["report", "--account", "nobody", "--output", "x"], database).status == 2)
    #expect(try audit(["report"], database).status == 2)
  }

  @Test("A run leaves its summary in the form of the file's name, and its metrics")
  func runFiles() throws {
    let database = try TestDatabase.migrated()
    try database.connect().execute(
      "create table public.receipts (receipt_id bigint primary key, account_id text, receipt bytea, received_at timestamptz); create view audit.source as select * from public.receipts; insert into public.receipts values (1, 'a', 'x', now())"
    )
    let names = ["s.txt", "s.csv", "s.json"]
    try Data(try TestPKI.standard.rootCertificate).write(
      to: folder.appendingPathComponent("root.der"))
    for name in names {
      let outcome = try audit(
        [
          "run", "--full", "--summary", folder.appendingPathComponent(name).path, "--metrics",
          folder.appendingPathComponent("audit.prom").path,
        ], database)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("phase") && outcome.output.contains("verify"))
    }
    let files = try names.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    #expect(files[0].contains("corrupt") && files[0].contains("rate"))
    #expect(files[1].hasPrefix("measure,name,value\r\n") && files[1].contains("verdict,corrupt,1"))
    #expect(files[2].hasPrefix("{\"run_id\":3,"))
    let metrics = try String(
      contentsOf: folder.appendingPathComponent("audit.prom"), encoding: .utf8)
    #expect(metrics.contains("receipt_audit_phase_duration_seconds{phase=\"verify\"}"))
    #expect(metrics.contains("receipt_audit_receipts{verdict=\"corrupt\"} 1"))
    // A run that fails leaves metrics that still tell of the last success.
    try database.connect().execute("drop view audit.source")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("audit.prom"))
    let failed = try audit(
      ["run", "--metrics", folder.appendingPathComponent("audit.prom").path], database)
    #expect(failed.status == 2)
    let after = try String(
      contentsOf: folder.appendingPathComponent("audit.prom"), encoding: .utf8)
    #expect(after.contains("receipt_audit_last_success_timestamp_seconds"))
  }
}
