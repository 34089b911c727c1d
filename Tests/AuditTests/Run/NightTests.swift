import PostgreSQL
import ReceiptForge
import ReceiptVerification
import TestSupport
import Testing

@testable import Audit

@Suite("Nights: what is audited, and what is not audited again")
struct NightTests {
  private static let versioned = """
    create or replace view audit.source as
    select receipt_id, account_id, receipt, received_at, xmin as row_version from public.receipts
    """

  private func genuine() throws -> [UInt8] {
    try #require(ReceiptKind.named("genuine-sha256")).mint(TestPKI.standard)
  }

  private func insert(_ keys: some Sequence<Int>, into fixture: AuditFixture) throws {
    let receipt = try genuine()
    try fixture.insert(keys.map { .init(key: String($0), account: "a", receipt: receipt) })
  }

  /// Takes the last octet of a stored receipt for another one: its length stays.
  private static func damage(_ key: Int) -> String {
    "update receipts set receipt = set_byte(receipt, 900, 255 - get_byte(receipt, 900)) where receipt_id = \(key)"
  }

  @Test("a stored value of another length is audited again, without any help of the source")
  func changedLength() throws {
    let fixture = try AuditFixture()
    try insert(1...20, into: fixture)
    try fixture.run()
    try fixture.connection.execute(
      "update receipts set receipt = substr(receipt, 1, 800) where receipt_id = 7")
    let report = try fixture.run()
    #expect(report.causes == ["changed": 1])
    #expect(report.receipts == 1)
    #expect(
      try fixture.values("select verdict as value from audit.receipts where receipt_id = '7'")
        == ["corrupt"])
    #expect(try fixture.count("select from audit.receipts") == 20)
    #expect(try fixture.run().receipts == 0)
  }

  @Test("a change that leaves the length alone is noticed by row_version")
  func changedVersion() throws {
    let fixture = try AuditFixture()
    try fixture.connection.execute(Self.versioned)
    try insert(1...20, into: fixture)
    try fixture.run()
    #expect(try fixture.run().receipts == 0)
    try fixture.connection.execute(Self.damage(7))
    let report = try fixture.run()
    #expect(report.causes == ["changed": 1])
    #expect(
      try fixture.values("select verdict as value from audit.receipts where receipt_id = '7'")
        != ["genuine"])
  }

  @Test(
    "rows that come, change and go while the run is at work are audited as they are at its end",
    arguments: ["bigint", "uuid", "text"])
  func meanwhile(keyType: String) throws {
    let fixture = try AuditFixture(keyType: keyType)
    try fixture.connection.execute(Self.versioned)
    @Sendable func key(_ number: Int) -> String {
      keyType == "uuid" ? "00000000-0000-0000-0000-0000000000\(number)" : String(number)
    }
    let receipt = try genuine()
    try fixture.insert((30...59).map { .init(key: key($0), account: "a", receipt: receipt) })
    let settings = fixture.database.settings
    let writer = Once()
    let options = try AuditFixture.options {
      $0.jobs = 1
      $0.batchSize = 5
    }
    // After the first batch: a low key, a changed row that was read, a changed row that was not,
    // and one that goes.
    let report = try Auditor(settings: settings, options: options).run { _ in
      writer.run {
        let other = try Connection(settings)
        try other.query(
          "insert into receipts (receipt_id, account_id, receipt) select ($1::text)::\(keyType), 'b', receipt from receipts limit 1",
          [.text(key(10))])
        for number in [31, 55] {
          try other.query(
            "update receipts set receipt = substr(receipt, 1, 700) where receipt_id = ($1::text)::\(keyType)",
            [.text(key(number))])
        }
        try other.query(
          "delete from receipts where receipt_id = ($1::text)::\(keyType)", [.text(key(58))])
      }
    }
    #expect(report.status == .published)
    #expect(report.causes == ["new": 30, "late": 1, "changed": 1])
    let judged = "select from audit.runs r where r.receipts = (select count(*) from audit.receipts)"
    #expect(try fixture.count(judged) == 1)
    let verdicts = try fixture.values(
      "select receipt_id || ' ' || verdict as value from audit.receipts where receipt_id in ('\(key(10))', '\(key(31))', '\(key(55))') order by 1"
    )
    #expect(verdicts == ["\(key(10)) genuine", "\(key(31)) corrupt", "\(key(55)) corrupt"])
    #expect(try fixture.count("select from audit.receipts") == 30)
    #expect(
      try fixture.count(
        "select from audit.receipts r where r.purchases <> (select count(*) from audit.transactions t where t.receipt_id = r.receipt_id)"
      ) == 0)
    #expect(try fixture.run().receipts == 0)
  }

  @Test("a row that is deleted from the source keeps its results")
  func deleted() throws {
    let fixture = try AuditFixture()
    try insert(1...3, into: fixture)
    try fixture.run()
    try fixture.connection.execute("delete from receipts where receipt_id = 2")
    #expect(try fixture.run().receipts == 0)
    #expect(try fixture.count("select from audit.receipts") == 3)
  }

  @Test("added anchors put in question only what was refused for want of one")
  func addedAnchors() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(population)
    let first = try fixture.run { $0.anchors = .apple }
    let unconcerned = ["corrupt", "unsupported", "empty"].reduce(Int64(0)) {
      $0 + first.verdicts[$1, default: 0]
    }
    let second = try fixture.run { $0.guardPercent = nil }
    #expect(second.causes.keys.sorted() == ["policy"])
    #expect(second.receipts <= Int64(population.count) - unconcerned)
    #expect(second.receipts > 0)

    let fresh = try AuditFixture()
    try fresh.insert(population)
    try fresh.run()
    let verdicts = "select receipt_id || verdict || reason as value from audit.receipts order by 1"
    #expect(try fixture.values(verdicts) == fresh.values(verdicts))
  }

  @Test("other rules put everything in question, and the run says so")
  func otherRules() throws {
    let fixture = try AuditFixture()
    try insert(1...3, into: fixture)
    try fixture.run()
    try fixture.connection.execute(
      "update audit_data.policies set rule_set_version = 'old'; update audit.runs set rule_set_version = 'old'"
    )
    let report = try fixture.run()
    #expect(report.causes == ["policy": 3])
    #expect(report.reason == "rule set \(ToolVersion.ruleSet) instead of old")
  }

  @Test("a range is audited alone, and the next run does the rest")
  func range() throws {
    let fixture = try AuditFixture()
    try insert(1...30, into: fixture)
    let report = try fixture.run {
      $0.firstKey = "9"
      $0.lastKey = "11"
    }
    #expect(report.receipts == 3)
    #expect(try fixture.run().receipts == 27)
    let error = #expect(throws: AuditError.self) { try fixture.run { $0.firstKey = "x" } }
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("--from") == true)
  }

  @Test("a limit is kept, and the next run goes on behind it")
  func limit() throws {
    let fixture = try AuditFixture()
    try insert(1...30, into: fixture)
    #expect(try fixture.run { $0.limit = 12 }.receipts == 12)
    #expect(try fixture.run { $0.limit = 12 }.receipts == 12)
    #expect(try fixture.run().receipts == 6)
    #expect(try fixture.count("select from audit.receipts") == 30)
  }

  @Test("a dry run counts by cause, estimates from past runs, and writes nothing")
  func dryRun() throws {
    let fixture = try AuditFixture()
    try insert(1...20, into: fixture)
    let first = try fixture.run { $0.dryRun = true }
    #expect(first.causes == ["new": 20] && first.planned == 20 && first.batches == 3)
    #expect(first.estimatedSeconds == nil)
    try fixture.run()
    try insert(21...25, into: fixture)
    try fixture.connection.execute("update receipts set receipt = null where receipt_id = 3")
    let second = try fixture.run { $0.dryRun = true }
    #expect(second.causes == ["new": 5, "changed": 1])
    #expect((second.estimatedSeconds ?? 0) > 0)
    let full = try fixture.run {
      $0.dryRun = true
      $0.full = true
    }
    #expect(full.planned == 25)
    #expect(try fixture.count("select from audit.runs") == 1)
    let ranged = try fixture.run {
      $0.dryRun = true
      $0.lastKey = "22"
    }
    #expect(ranged.planned == 3)
  }

  @Test("a small night is cut so that no lane is without work, and one with a size is not")
  func smallNight() throws {
    let fixture = try AuditFixture()
    let receipt = try #require(ReceiptKind.named("nothing-bought")).mint(TestPKI.standard)
    try fixture.insert((1...1000).map { .init(key: "\($0)", account: "a", receipt: receipt) })
    let planned = try fixture.run {
      $0.batchSize = nil
      $0.jobs = 3
      $0.dryRun = true
    }
    #expect(planned.batches == 3)
    let report = try fixture.run {
      $0.batchSize = nil
      $0.jobs = 3
    }
    #expect(report.batches == 3 && report.receipts == 1000)
    let sizes = try fixture.values(
      "select receipts::text as value from audit.batches order by batch_no")
    #expect(sizes == ["334", "334", "332"])
    #expect(
      try fixture.run {
        $0.full = true
        $0.batchSize = 900
      }.batches == 2)
  }

  @Test("planning walks both sides along their indexes, with no hash of all keys")
  func plan() throws {
    let fixture = try AuditFixture()
    try fixture.connection.execute(
      """
      insert into receipts select n, 'a', '\\x00' from generate_series(1, 20000) n;
      insert into audit_data.receipts (receipt_id, run_id, policy_id, format, verdict, signature,
        trust, reason, environment, purchases, repairs, counted, key_number, stored_octets)
      select n, 1, 1, 'unknown', 'corrupt', 'unchecked', 'unknown', 'malformed', 'unknown', 0, '{}',
        false, n, 1 from generate_series(1, 19990) n;
      analyze receipts; analyze audit_data.receipts;
      """)
    let view = try SourceView.inspect(fixture.connection)
    let pending = PendingReceipts(view: view)
    var statement = pending.filled(.countPending)
    for (index, value) in ["null::bigint", "1", "'{}'", "false", "null", "null", "null"]
      .enumerated()
    {
      statement = statement.replacing("$\(index + 1)", with: value)
    }
    try fixture.connection.execute("set enable_hashjoin = off")
    let rows = try fixture.connection.query("explain \(statement)")
    let lines = try (0..<rows.count).map { try rows[$0].text(0) ?? "" }.joined(separator: "\n")
    #expect(lines.contains("Merge Left Join") || lines.contains("Merge Right Join"), "\(lines)")
    #expect(!lines.contains("Hash Join") && !lines.contains("Hash Left"), "\(lines)")
    #expect(lines.contains("receipts_by_number"), "\(lines)")
    #expect(try fixture.connection.query(statement)[0].int("receipts") == 10)
  }
}

/// Runs a body the first time it is asked to.
private final class Once: @unchecked Sendable {
  // Sendable: progress is told one call at a time.
  private var isDone = false

  func run(_ body: () throws -> Void) {
    guard !isDone else { return }
    isDone = true
    do { try body() } catch { Issue.record(error) }
  }
}
