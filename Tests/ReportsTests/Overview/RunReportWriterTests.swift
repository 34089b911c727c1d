import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("The report of a run")
struct RunReportWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ template: DatabaseTemplate, runID: Int64? = nil, disclosure: Disclosure = Disclosure()
  ) throws -> ReportStore {
    let store = try ReportStore(template)
    try RunReportWriter(store.connection, runID: runID, disclosure: disclosure)
      .write(to: folder.file("out"))
    return store
  }

  private func json(_ name: String) throws -> [String: Any] {
    let data = Data(try folder.text("out/\(name)").utf8)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// RECORD_GOLDEN=1 writes them anew; look at the difference before it is committed.
  @Test(
    "A small report is what it was, octet for octet",
    arguments: ["report.html", "run.json", "summary.csv", "findings.csv", "findings.jsonl"])
  func golden(name: String) throws {
    _ = try write(ReportStore.small)
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
    let text = try folder.text("out/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(to: path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: path, encoding: .utf8)
    #expect(text.utf8.elementsEqual(golden.utf8), "\(name) has changed")
  }

  @Test("Money is never added across currencies, and what has no price is counted apart")
  func money() throws {
    _ = try write(ReportStore.small)
    let run = try json("run.json")
    let money = try #require(run["money"] as? [[String: Any]])
    let lines = money.map { line in
      [line["cause"], line["currency"], line["purchases"], line["estimate"]].map {
        $0.map { "\($0)" } ?? "-"
      }.joined(separator: " ")
    }
    // Forged: the list price of the day of purchase, not of today. Shared: four accounts beyond the
    // first, at the price that Apple signed.
    #expect(
      lines == [
        "forged EUR 1 9.99", "forged <null> 1 <null>", "shared USD 4 19.96", "refunded USD 1 1.99",
      ])
    #expect(
      (run["money_at_risk_estimate"] as? [[String: String]])?.map { $0["amount"] } == [
        "9.99", "19.96",
      ])
    let page = try folder.text("out/report.html")
    #expect(page.contains("Money at risk (estimate)"))
    #expect(page.contains("9.99 EUR") && page.contains("19.96 USD"))
    #expect(!page.contains("29.95"))
  }

  @Test("What is in is what came out: judged now, and unchanged from before")
  func counts() throws {
    _ = try write(ReportStore.small)
    let run = try json("run.json")
    let facts = try #require(run["run"] as? [String: Any])
    #expect(facts["receipts"] as? Int == 11)
    #expect(facts["judged"] as? Int == 8)
    #expect(facts["carried_over"] as? Int == 3)
    #expect(run["adds_up"] as? Bool == true)
    #expect(run["schema_version"] as? Int == 1)
    #expect(run["previous_run"] as? Int == 1)
    #expect(run["new_critical"] as? Int ?? 0 >= 2)
  }

  @Test("The report of an older run shows what that run showed")
  func olderRun() throws {
    let store = try write(ReportStore.small, runID: 1)
    let run = try json("run.json")
    #expect((run["run"] as? [String: Any])?["run_id"] as? Int == 1)
    #expect(run["previous_run"] is NSNull)
    #expect((run["money"] as? [[String: Any]])?.map { $0["cause"] as? String } == ["refunded"])
    #expect(try !folder.text("out/findings.csv").contains("forged-receipt"))
    #expect(!(try folder.text("out/report.html")).contains("mallory"))
    #expect(throws: ReportError.self) { try RunReportWriter(store.connection, runID: 3) }
  }

  @Test("A later run that is held is said on the page, and changes nothing else")
  func heldRun() throws {
    let store = try ReportStore(ReportStore.small)
    try store.connection.execute(
      "insert into audit.runs (as_of, status, message) values ('2026-01-03Z', 'held', 'verdicts <b>flipped</b>')"
    )
    try RunReportWriter(store.connection).write(to: folder.file("out"))
    let page = try folder.text("out/report.html")
    #expect(page.contains("Run 3 came later and is held: verdicts &lt;b&gt;flipped&lt;/b&gt;"))
    #expect(page.contains("Run 2, as of 2026-01-02 04:00:00 UTC"))
  }

  @Test("With a key no file of the report names an account")
  func pseudonyms() throws {
    let key = Disclosure(pseudonymKey: Array("0123456789abcdef".utf8))
    _ = try write(ReportStore.small, disclosure: key)
    for name in ["report.html", "run.json", "summary.csv", "findings.csv", "findings.jsonl"] {
      let text = try folder.text("out/\(name)")
      for account in ["anna", "ben", "cleo", "dora", "mallory"] {
        #expect(!text.contains(account), "\(name)")
      }
    }
    let cells = try SpreadsheetReader.sheets(folder.file("out/report.xlsx")).flatMap(\.texts)
      .joined()
    #expect(!cells.contains { $0.contains("mallory") })
    #expect(cells.contains(key.account("mallory")))
  }

  @Test(
    "Hostile texts are guarded in CSV and spreadsheets, shown as text on the page, kept in JSON")
  func hostile() throws {
    let store = try write(ReportStore.hostile)
    let csv = try folder.text("out/findings.csv")
    let page = try folder.text("out/report.html")
    for scalar in page.unicodeScalars where scalar != "\n" {
      #expect(!TerminalText.isHarmful(scalar), "\(scalar.value)")
    }
    #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("onload=\""))
    for line in csv.split(separator: "\r\n").dropFirst() {
      #expect(!line.contains(";="))
      for field in line.split(separator: ",") {
        #expect(!"=+-@\t\r\u{FF1D}".contains(field.first ?? "x"), "\(field)")
      }
    }
    let accounts = try folder.text("out/findings.jsonl").split(separator: "\n").map { line in
      try JSONDecoder().decode(Finding.self, from: Data(line.utf8)).accountID
    }
    for text in ReportStore.texts {
      #expect(accounts.contains { $0?.unicodeScalars.elementsEqual(text.unicodeScalars) == true })
    }
    let cells = try SpreadsheetReader.sheets(folder.file("out/report.xlsx")).flatMap(\.rows)
      .joined()
    #expect(!cells.contains { $0[0] == "f" })
    #expect(!cells.contains { "=+-@".contains($0[1].first ?? "x") && $0[0] == "s" })
    _ = store
  }

  private struct Finding: Decodable {
    var accountID: String?

    enum CodingKeys: String, CodingKey { case accountID = "account_id" }
  }

  @Test("Before the first run there is nothing to report, and the remedy is said")
  func nothingPublished() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    #expect { try RunReportWriter(connection) } throws: { "\($0)".contains("receipt-audit run") }
  }
}
