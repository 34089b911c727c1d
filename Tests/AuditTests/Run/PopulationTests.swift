import Audit
import PostgreSQL
import ReceiptForge
import ReceiptPopulation
import ReceiptVerification
import TestSupport
import Testing

@Suite("A business with honest customers, labelled frauds and what looks like fraud")
struct PopulationTests {
  @Test("every finding is one of the truth, and every table is the truth's row for row")
  func truth() throws {
    let accuracy = try audit(Population(receipts: 700, seed: 7))
    for rule in accuracy.rules {
      #expect(rule.found == rule.matched, "false alarms of \(rule.severity) \(rule.rule)")
      #expect(rule.expected == rule.matched, "missed by \(rule.severity) \(rule.rule)")
    }
    for table in accuracy.tables {
      #expect(table.missing == 0 && table.surplus == 0, "\(table.name): \(table.examples)")
      #expect(table.rows > 0, "\(table.name)")
    }
    #expect(accuracy.critical.expected > 20)
    #expect(accuracy.holds)
  }

  @Test("a truth that the audit does not share is noticed")
  func otherTruth() throws {
    let accuracy = try audit(Population(receipts: 60, seed: 3)) { connection in
      try connection.execute(
        """
        insert into public.finding_truth (rule, severity, subject, label)
        values ('forged-receipt', 'critical', 'nobody', 'invented');
        delete from public.lineage_truth where true;
        """)
    }
    #expect(accuracy.critical.recall < 1 && accuracy.critical.precision == 1)
    #expect(accuracy.tables.contains { $0.name == "subscriptions" && $0.surplus > 0 })
    #expect(!accuracy.holds)
  }

  private func audit(
    _ population: Population, change: (Connection) throws -> Void = { _ in }
  ) throws -> Accuracy {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    let tables = PopulationTables(connection)
    try tables.fill(population)
    try tables.connectToAudit()
    try change(connection)
    let options = try AuditFixture.options {
      $0.asOf = Instant(secondsSince1970: Population.asOf)
      $0.batchSize = 100
    }
    let report = try Auditor(settings: database.settings, options: options).run()
    #expect(report.receipts == population.count)
    return try Accuracy(connection)
  }
}
