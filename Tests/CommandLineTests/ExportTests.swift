import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Exports of an audited population, through the built program", .serialized)
struct ExportTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    let run = try shop.audit(["run"])
    try #require(run.status == 0, "\(run.errors)")
  }

  private func lines(_ words: [String]) throws -> [[String: Any]] {
    let outcome = try shop.audit(["export"] + words + ["--format", "jsonl"])
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("Filters keep exactly the rows that they name")
  func filters() throws {
    let all = try lines(["findings"])
    for (option, column) in [
      ("--rule", "rule"), ("--severity", "severity"), ("--app", "bundle_id"),
    ] {
      let value = try #require(all.compactMap { $0[column] as? String }.first)
      let some = try lines(["findings", option, value])
      let expected = all.filter { $0[column] as? String == value }
      #expect(some.count == expected.count && some.count < all.count, "\(option)")
      #expect(some.allSatisfy { $0[column] as? String == value }, "\(option)")
    }
    let cancelled = try lines(["cancellations"])
    let dates = cancelled.compactMap { $0["cancellation_date"] as? String }
    let middle = dates[dates.count / 2]
    let since = try lines(["cancellations", "--since", middle])
    #expect(since.count == dates.filter { $0 >= middle }.count)
    #expect(try lines(["findings", "--since", "2030-01-01"]).isEmpty)
    #expect(try lines(["findings", "--run", "1"]).count == all.count)
    #expect(try shop.audit(["export", "findings", "--run", "77"]).status == 2)
    #expect(try shop.audit(["export", "forged", "--rule", "x"]).status == 2)
  }

  @Test("An account's export holds what names the account, and accounts are worst first")
  func accounts() throws {
    let accounts = try lines(["accounts"])
    let critical = accounts.map { $0["critical_findings"] as? Int ?? 0 }
    #expect(critical.first ?? 0 > 0 && critical == critical.sorted(by: >))
    #expect(
      accounts.count
        == (try shop.count(
          "(select distinct account_id from audit.receipts) a where account_id is not null")))
    let worst = try #require(accounts[0]["account_id"] as? String)
    let findings = try lines(["findings", "--account", worst])
    #expect(try !findings.isEmpty && findings.count < lines(["findings"]).count)
    #expect(
      try lines(["accounts", "--account", worst]).map { $0["account_id"] as? String } == [worst])
  }

  @Test("A file appears whole; with --excel it begins with a byte order mark")
  func files() throws {
    let path = FileManager.default.temporaryDirectory.path + "/export-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try shop.audit(["export", "expired", "--excel", "--output", path])
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.prefix(3) == Data([0xEF, 0xBB, 0xBF]))
    let plain = try shop.audit(["export", "expired"])
    #expect(String(decoding: bytes.dropFirst(3), as: UTF8.self) == plain.output)
    #expect(try shop.audit(["export", "expired", "--excel", "--format", "jsonl"]).status == 2)
    #expect(try shop.audit(["export", "expired", "--output", "/nowhere/x"]).status == 1)
  }

  @Test("A spreadsheet is a workbook with a row for each row of the list")
  func spreadsheet() throws {
    let path = FileManager.default.temporaryDirectory.path + "/export-\(UUID().uuidString).xlsx"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try shop.audit(["export", "findings", "--format", "xlsx", "--output", path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let unzip = Process()
    let pipe = Pipe()
    unzip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    unzip.arguments = [
      "-c",
      "import openpyxl, sys; print(openpyxl.load_workbook(sys.argv[1])['findings'].max_row)", path,
    ]
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let rows = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(try rows == shop.count("audit.findings") + 1)
  }

  @Test("With a key no account is named in any list, in whatever column")
  func pseudonyms() throws {
    let key = FileManager.default.temporaryDirectory.path + "/key-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: key) }
    try Data("0123456789abcdef0123\n".utf8).write(to: URL(fileURLWithPath: key))
    for list in ["findings", "forged", "duplicates", "cancellations", "expired", "accounts"] {
      let words = ["export", list, "--format", "jsonl"]
      let plain = try shop.audit(words).output
      let hidden = try shop.audit(words + ["--pseudonymise", key])
      #expect(hidden.status == 0, "\(hidden.errors)")
      #expect(plain.contains("acct-"), "\(list)")
      #expect(!hidden.output.contains("acct-"), "\(list)")
      #expect(hidden.output.contains("\"p-"), "\(list)")
      #expect(hidden.output.split(separator: "\n").count == plain.split(separator: "\n").count)
    }
    try Data("short\n".utf8).write(to: URL(fileURLWithPath: key))
    let refused = try shop.audit(["export", "findings", "--pseudonymise", key])
    #expect(refused.status == 2 && refused.errors.contains("at least 16 bytes"))
  }

  @Test("No list holds an identifier of a device")
  func devices() throws {
    // A device that is not the receipt's, so that there is a finding that names both.
    try shop.connection.execute(
      "update public.receipts set device_id = '11111111-2222-3333-4444-555555555555' where device_id is not null"
    )
    #expect(try shop.audit(["run", "--full"]).status == 0)
    #expect(try shop.count("audit.findings where evidence ? 'device_hash'") > 0)
    for list in ["findings", "forged", "duplicates", "cancellations", "expired", "accounts"] {
      let output = try shop.audit(["export", list, "--format", "jsonl"]).output
      #expect(!output.contains("11111111") && !output.contains("device_hash"), "\(list)")
    }
  }
}
