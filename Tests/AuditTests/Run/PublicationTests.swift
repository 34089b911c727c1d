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
}
