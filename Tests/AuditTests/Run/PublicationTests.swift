import PostgreSQL
import ReceiptVerification
import Testing

@testable import Audit

@Suite("The end of a run")
struct PublicationTests {
  @Test("is not there while a batch is not done, as on a server that took over without its COMMIT")
  func unfinished() throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    #expect(throws: AuditError.self) { try fixture.run { $0.stopAfterBatches = 2 } }
    try fixture.connection.execute("update audit.runs set status = 'running', finished_at = null")
    let run = try WorkOrder.of(run: 1, owner: "a", fixture).run
    let publication = Publication(run: run, stop: StopFlag(), guardian: nil)
    #expect(try publication.conclude(fixture.connection) == nil)
    #expect(try fixture.count("select from audit.receipts") == 0)
    #expect(try fixture.run().status == .published)
    #expect(try publication.conclude(fixture.connection) == .published)
  }

  @Test(
    "is an error where somebody else has ended the run, or goes on with it on other terms",
    arguments: [
      "status = 'failed'", "status = 'interrupted'", "max_receipt_size = 17",
      "certificates_at_hand = '{}'",
    ])
  func takenOver(change: String) throws {
    let fixture = try AuditFixture()
    try fixture.insert(try AuditFixture.everyKind().map(\.stored))
    let settings = fixture.database.settings
    let once = FirstTime()
    let error = #expect(throws: AuditError.self) {
      _ = try Auditor(settings: settings, options: AuditFixture.options()).run { _ in
        once.run { try Connection(settings).execute("update audit.runs set \(change)") }
      }
    }
    #expect(error?.status == .locked, "\(String(describing: error))")
    #expect(try fixture.count("select from audit.receipts") == 0)
    #expect(try fixture.run().status == .published)
  }
}
