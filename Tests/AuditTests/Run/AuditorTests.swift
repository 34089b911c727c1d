import Audit
import PostgreSQL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("A run from end to end")
struct AuditorTests {
  @Test("every kind of receipt gets the verdict, the reason and the findings of its truth")
  func verdictsEqualTruth() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind()
    try fixture.insert(population.map(\.stored))
    let report = try fixture.run()
    #expect(report.receipts == Int64(population.count))
    #expect(report.verdicts.values.reduce(0, +) == Int64(population.count))
    for (stored, truth) in population {
      let rows = try fixture.connection.query(
        "select verdict, reason from audit.receipts where receipt_id = $1", [.text(stored.key)])
      #expect(rows.count == 1)
      #expect(try rows[0].text("verdict") == truth.verdict.rawValue, "\(truth.label)")
      #expect(try rows[0].text("reason") == truth.reason.rawValue, "\(truth.label)")
      let found = try fixture.connection.query(
        "select rule from audit.findings where receipt_id = $1", [.text(stored.key)])
      let rules = try (0..<found.count).compactMap { try found[$0].text("rule") }
      for expected in truth.expectedFindings {
        #expect(rules.contains(expected), "\(truth.label): \(rules)")
      }
    }
  }

  @Test("the purchases of a receipt are there, position by position")
  func purchases() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    let kind = try #require(ReceiptKind.named("genuine-sha256"))
    try fixture.insert([.init(key: "5", account: "a", receipt: try kind.mint(pki))])
    try fixture.run()
    let rows = try fixture.connection.query(
      """
      select product_id, transaction_id, product_type, verified, purchase_date, expires_date
      from audit.transactions order by transaction_id
      """)
    let drafts = ReceiptDraft.sample.purchases.sorted { $0.transactionID < $1.transactionID }
    #expect(rows.count == drafts.count)
    for (index, draft) in drafts.enumerated() {
      #expect(try rows[index].text("product_id") == draft.productID)
      #expect(try rows[index].text("transaction_id") == draft.transactionID)
      #expect(try rows[index].text("product_type") == draft.productType.name)
      #expect(try rows[index].bool("verified") == true)
      let seconds = try rows[index].timestamp("purchase_date").map { $0 / 1_000_000 }
      #expect(seconds == draft.purchaseDate.flatMap(ReceiptDate.seconds))
      let expires = try rows[index].timestamp("expires_date").map { $0 / 1_000_000 }
      #expect(expires == draft.expiresDate.flatMap(ReceiptDate.seconds))
    }
  }

  @Test("a second run audits nothing, and a third only what is new")
  func incremental() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(Array(population.dropLast(3)))
    try fixture.run()
    let before = try fixture.results()
    let second = try fixture.run()
    #expect(second.receipts == 0 && second.batches == 0)
    let after = try fixture.results()
    for table in ["receipts", "transactions", "receipt_findings", "findings"] {
      #expect(after[table] == before[table], "\(table)")
    }
    try fixture.insert(Array(population.suffix(3)))
    let third = try fixture.run()
    #expect(third.receipts == 3)
    #expect(try fixture.count("select from audit.receipts") == Int64(population.count))
    #expect(
      try fixture.count("select from audit.receipts where run_id = \(third.run?.runID ?? 0)") == 3)
  }

  @Test("a full run verifies all again and leaves one visible row for each receipt")
  func full() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(population)
    try fixture.run()
    let findings = try fixture.count("select from audit.findings where status = 'open'")
    let report = try fixture.run { $0.full = true }
    #expect(report.receipts == Int64(population.count))
    #expect(try fixture.count("select from audit.receipts") == Int64(population.count))
    #expect(try fixture.count("select from audit.findings where status = 'open'") == findings)
    #expect(try fixture.count("select from audit.findings where status = 'resolved'") == 0)
  }

  @Test("other trust anchors are another policy: all is verified again under them")
  func otherAnchors() throws {
    let fixture = try AuditFixture()
    let kind = try #require(ReceiptKind.named("genuine-sha256"))
    try fixture.insert([.init(key: "1", account: "a", receipt: try kind.mint(TestPKI.standard))])
    #expect(try fixture.run().verdicts == ["genuine": 1])
    #expect(try fixture.run { $0.anchors = .apple }.verdicts == ["forged": 1])
    #expect(try fixture.values("select verdict as value from audit.receipts") == ["forged"])
    #expect(try fixture.count("select from audit.transactions where verified") == 0)
  }

  @Test("one lane and eight lanes write the same rows")
  func lanesDoNotMatter() throws {
    let population = try AuditFixture.everyKind(copies: 3).map(\.stored)
    let one = try AuditFixture()
    try one.insert(population)
    try one.run { $0.jobs = 1 }
    let eight = try AuditFixture()
    try eight.insert(population)
    try eight.run {
      $0.jobs = 8
      $0.byteBudget = 20_000
    }
    let (left, right) = (try one.results(), try eight.results())
    for table in left.keys { #expect(left[table] == right[table], "\(table)") }
  }

  @Test("a dry run counts what it would audit, and writes nothing")
  func dryRun() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let report = try fixture.run {
      $0.dryRun = true
      $0.limit = 10
    }
    #expect(report.status == .planned)
    #expect(report.planned == 10 && report.batches == 2)
    #expect(try fixture.count("select from audit.runs") == 0)
  }

  @Test("a limit audits the lowest keys first, and the next run goes on after them")
  func limit() throws {
    let fixture = try AuditFixture()
    let population = try AuditFixture.everyKind().map(\.stored)
    try fixture.insert(population)
    #expect(try fixture.run { $0.limit = 9 }.receipts == 9)
    let keys = try fixture.values(
      "select receipt_id as value from audit.receipts order by receipt_id::bigint")
    #expect(keys == (1...9).map(String.init))
    #expect(try fixture.run().receipts == Int64(population.count) - 9)
  }
}
