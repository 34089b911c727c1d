import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Judgements about findings, through the built program", .serialized)
struct DisposeTests {
  private func audited() throws -> (Shop, finding: Int64) {
    let shop = try Shop()
    #expect(try shop.audit(["run"]).status == 0)
    let rows = try shop.connection.query(
      "select min(finding_id) as id from audit.findings where rule = 'forged-receipt'")
    return (shop, try #require(try rows[0].int("id")))
  }

  private func judgement(_ shop: Shop, _ finding: Int64) throws -> [String?] {
    let row = try shop.connection.query(
      "select disposition, note, decided_by, to_char(until at time zone 'UTC', 'YYYY-MM-DD') as until from audit.findings where finding_id = $1",
      [.int8(finding)])[0]
    return try ["disposition", "note", "decided_by", "until"].map { try row.text($0) }
  }

  @Test("who, why and until are recorded, and the finding is silent until then")
  func recorded() throws {
    let (shop, finding) = try audited()
    let open = try shop.audit(["export", "findings", "--format", "jsonl"]).output
    let outcome = try shop.audit([
      "dispose", String(finding), "--as", "accepted", "--note", "our own testers", "--by", "erna",
      "--until", "2026-06-30",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "finding \(finding): accepted\n")
    #expect(
      try judgement(shop, finding) == ["accepted", "our own testers", "erna", "2026-06-30"])
    #expect(
      try shop.count("audit.findings where is_silent and finding_id = \(finding)") == 1)
    let left = try shop.audit(["export", "findings", "--format", "jsonl"]).output
    let lines = { (text: String) in text.split(separator: "\n").count }
    #expect(lines(left) == lines(open) - 1)

    // A run as of a later time speaks of it again.
    let later = try Tool.audit.run(shop.arguments(["run"], asOf: "2026-07-01"))
    #expect(later.status == 0, "\(later.errors)")
    #expect(
      try shop.count("audit.findings where is_silent and finding_id = \(finding)") == 0)
  }

  @Test("the newest judgement counts, and rules are graded by it")
  func newest() throws {
    let (shop, finding) = try audited()
    for judgement in ["escalated", "false-positive"] {
      let outcome = try shop.audit(["dispose", String(finding), "--as", judgement, "--json"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let fields = try #require(object as? [String: Any])
      #expect(fields["disposition"] as? String == judgement)
      #expect(fields["finding_id"] as? Int64 == finding)
    }
    #expect(try judgement(shop, finding)[0] == "false-positive")
    #expect(
      try shop.count("audit.dispositions where finding_id = \(finding) and decided_by <> ''") == 2)
    #expect(
      try shop.count(
        "audit.rule_precision where rule = 'forged-receipt' and judged = 1 and precision = 0") == 1)
  }

  @Test("a judgement or a finding that there is not ends with 2, and records nothing")
  func refused() throws {
    let (shop, finding) = try audited()
    for words in [
      ["dispose", String(finding)], ["dispose", String(finding), "--as", "fine"],
      ["dispose", "none", "--as", "accepted"], ["dispose", "999999", "--as", "accepted"],
      ["dispose", String(finding), "--as", "accepted", "--until", "soon"],
    ] {
      let outcome = try shop.audit(words)
      #expect(outcome.status == 2, "\(words): \(outcome.errors)")
      #expect(!outcome.errors.isEmpty)
    }
    #expect(try shop.count("audit.dispositions") == 0)
  }

  @Test("the catalogue shows description, version, evidence and false alarms of each rule")
  func catalogue() throws {
    let shop = try Shop()
    let outcome = try shop.audit(["rules", "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    for line in outcome.output.split(separator: "\n") {
      let rule = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for field in ["rule", "severity", "description", "evidence", "false_alarms"] {
        #expect((rule[field] as? String)?.isEmpty == false, "\(field): \(line)")
      }
      #expect(rule["version"] as? Int ?? 0 > 0, "\(line)")
    }
    #expect(outcome.output.split(separator: "\n").count >= 20)
  }
}
