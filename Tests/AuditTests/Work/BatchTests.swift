import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Audit

@Suite("Leases of batches")
struct BatchTests {
  private let fixture: AuditFixture
  private let runID: Int64 = 1

  /// A run with two batches that nobody has taken.
  init() throws {
    fixture = try AuditFixture()
    let order = try WorkOrder.of(run: runID, owner: "a", fixture)
    let certificates = order.trust.fingerprintsAtHand.joined(separator: ",")
    try fixture.connection.execute(
      """
      insert into audit.runs (run_id, as_of, max_receipt_size, certificates_at_hand)
      values (1, now(), \(order.maxReceiptSize), '{\(certificates)}');
      insert into audit.batches (run_id, batch_no, first_key, last_key, receipts)
      values (1, 1, '1', '40', 40), (1, 2, '41', '80', 40);
      insert into public.receipts (receipt_id) select generate_series(1, 80);
      """)
  }

  private func claim(_ owner: String, lease: Double = 60) throws -> Batch? {
    try Batch.claim(.of(run: runID, owner: owner, lease: lease, fixture), fixture.connection)
  }

  private func status(_ batch: Batch) throws -> String? {
    try fixture.values(
      "select status as value from audit.batches where batch_no = \(batch.number)")[0]
  }

  @Test("each batch has one owner, and nobody takes one whose lease runs")
  func oneOwner() throws {
    #expect(try claim("a")?.number == 1)
    #expect(try claim("b")?.number == 2)
    #expect(try claim("c") == nil)
  }

  @Test("a lease that is over lets others take the batch; a renewed one does not")
  func expiry() throws {
    let first = try #require(try claim("a", lease: 0))
    let again = try #require(try claim("c", lease: 0))
    #expect(again.number == first.number && again.epoch == first.epoch + 1)
    try fixture.connection.query(
      JobStatement.renewLeases.text, [.int8(runID), .text("c"), .float8(60)])
    #expect(try claim("d")?.number == 2)
    #expect(try claim("e") == nil)
  }

  @Test("a run that is not under way any more gives out nothing")
  func endedRun() throws {
    try fixture.connection.execute("update audit.runs set status = 'failed'")
    #expect(try claim("a") == nil)
  }

  @Test("who would judge otherwise than the run does gets nothing")
  func otherTerms() throws {
    var order = try WorkOrder.of(run: runID, owner: "a", fixture)
    order.maxReceiptSize += 1
    #expect(try Batch.claim(order, fixture.connection) == nil)
    order.maxReceiptSize -= 1
    order.trust = .apple
    #expect(try Batch.claim(order, fixture.connection) == nil)
    #expect(try claim("a") != nil)
  }

  @Test("who lost the batch passes no fence, finishes nothing and gives nothing back")
  func lostOwner() throws {
    let late = try #require(try claim("a", lease: 0))
    let present = try #require(try claim("b"))
    #expect(late.number == present.number)
    #expect(throws: Batch.TakenOver.self) {
      try fixture.connection.transaction { _ = try late.fence(fixture.connection) }
    }
    #expect(throws: Batch.TakenOver.self) { try late.finish(receipts: 1, fixture.connection) }
    try late.release(fixture.connection)
    #expect(try status(present) == "leased")
    try present.finish(receipts: 40, fixture.connection)
    #expect(try status(present) == "done")
    try present.release(fixture.connection)
    #expect(try status(present) == "done", "what is done stays done")
  }

  @Test("rows of who lost the batch after its fence are rolled back, and its session is ended")
  func zombie() throws {
    let other = try fixture.database.connect()
    let late = try #require(try claim("a", lease: 0))
    #expect(throws: (any Error).self) {
      try other.transaction {
        #expect(try late.fence(other) == .owned)
        try other.execute(
          "insert into audit_data.quarantine (receipt_id, run_id, reason) values ('1', 1, 'crashed')"
        )
        let present = try #require(try claim("b"))
        try fixture.connection.transaction {
          #expect(try present.fence(fixture.connection) == .owned)
          try fixture.connection.execute(
            "insert into audit_data.quarantine values ('1', 1, 'timed-out')")
          try present.finish(receipts: 1, fixture.connection)
        }
        try late.finish(receipts: 1, other)
      }
    }
    let reasons = try fixture.values("select reason as value from audit_data.quarantine")
    #expect(reasons == ["timed-out"])
    #expect(try status(late) == "done")
  }

  @Test("a COMMIT whose answer was lost is found by the fence of the next attempt")
  func committed() throws {
    let batch = try #require(try claim("a"))
    try fixture.connection.transaction {
      #expect(try batch.fence(fixture.connection) == .owned)
      try batch.finish(receipts: 7, fixture.connection)
    }
    try fixture.connection.transaction {
      let standing = try batch.fence(fixture.connection)
      #expect(standing == .done(receipts: 7))
    }
  }

  @Test("batches of sessions that are gone are freed, and those at work are not")
  func freed() throws {
    let other = try fixture.database.connect()
    let atWork = try #require(try claim("a"))
    let abandoned = try #require(try claim("b"))
    try other.transaction {
      #expect(try atWork.fence(other) == .owned)
      try fixture.connection.query(JobStatement.freeBatches.text, [.int8(runID), .float8(60)])
      #expect(try status(abandoned) == "leased", "it was taken only now")
      try fixture.connection.query(JobStatement.freeBatches.text, [.int8(runID), .float8(0)])
      #expect(try status(abandoned) == "waiting")
      #expect(try status(atWork) == "leased")
    }
  }

  @Test("a batch whose receipt is tried is not taken from who tries it, however long that takes")
  func trialHolds() throws {
    let batch = try #require(try claim("a"))
    let other = try fixture.database.connect()
    try batch.withTrial(fixture.connection) {
      try other.query(JobStatement.freeBatches.text, [.int8(runID), .float8(0)])
    }
    #expect(try status(batch) == "leased")
    // Who could not read it is not lost with it.
    #expect(throws: Batch.TakenOver.self) {
      try batch.withTrial(fixture.connection) { throw Batch.TakenOver() }
    }
    #expect(
      try fixture.values(
        "select trials::text as value from audit.batches where batch_no = \(batch.number)") == ["0"]
    )
  }

  @Test("an attempt given back in good order does not count")
  func attempts() throws {
    for _ in 1...5 {
      let batch = try #require(try claim("a"))
      #expect(batch.attempts == 1)
      try batch.release(fixture.connection)
    }
    var last: Batch?
    for _ in 1...4 { last = try claim("a", lease: 0) }
    #expect(last?.isSuspect == true)
  }

  @Test("a receipt that nobody survived is set aside after five trials, and not by chance before")
  func trials() throws {
    let kinds = try AuditFixture.everyKind()
    let fixture = try AuditFixture()
    try fixture.insert(kinds.map(\.stored))
    #expect(throws: AuditError.self) { try fixture.run { $0.stopAfterBatches = 1 } }
    // Lost again and again, though never in a trial; and lost in five trials.
    try fixture.connection.execute(
      """
      update audit.batches set last_key = first_key, attempts = 9,
        trials = case batch_no when (select max(batch_no) from audit.batches) then 5 else 4 end
      where status = 'waiting'
      """)
    let report = try fixture.run()
    #expect(report.run?.resumed == true)
    #expect(report.verdicts["quarantined"] == 1)
    let details = try fixture.values("select detail as value from audit.quarantine")
    #expect(details == ["5 workers were lost while they tried it alone"])
    let trials = try fixture.values(
      "select distinct trials::text as value from audit.batches order by 1")
    #expect(trials == ["0", "5"])
  }

  @Test("a batch that takers are lost with is cut into parts that cover it, each on probation")
  func split() throws {
    var last: Batch?
    for _ in 1...4 { last = try claim("a", lease: 0) }
    let batch = try #require(last)
    try batch.split(.bigint, fixture.connection)
    let covered = try fixture.connection.query(
      """
      select count(*) as receipts, count(distinct b.batch_no) as parts,
        count(distinct r.receipt_id) as keys, sum(b.receipts)::bigint as planned
      from public.receipts r
      join audit.batches b on r.receipt_id between b.first_key::bigint and b.last_key::bigint
      where r.receipt_id <= 40
      """)
    #expect(try covered[0].int("receipts") == 40 && covered[0].int("keys") == 40)
    #expect(try covered[0].int("parts") == 16)
    let attempts = try fixture.values(
      "select distinct attempts::text as value from audit.batches where first_key::int <= 40")
    #expect(attempts == ["2"], "lost once more, a part is cut again")
    #expect(try fixture.count("select from audit.batches where status <> 'waiting'") == 0)
  }

  @Test("parts of a range begin and end with rows that are there, whatever has gone since the plan")
  func gaps() throws {
    let batch = try suspect()
    try fixture.connection.execute("delete from public.receipts where receipt_id not in (7, 9)")
    try batch.split(.bigint, fixture.connection)
    let ranges = try fixture.values(
      """
      select first_key || '-' || last_key as value from audit.batches
      where first_key::int <= 40 order by first_key::int
      """)
    #expect(ranges == ["7-7", "9-9"])
  }

  @Test("a suspect range whose rows have all gone is given back whole, and not cut for ever")
  func emptyRange() throws {
    let batch = try suspect()
    try fixture.connection.execute("delete from public.receipts")
    try batch.split(.bigint, fixture.connection)
    #expect(try status(batch) == "waiting")
    let again = try #require(try claim("a"))
    #expect(again.number == batch.number && !again.isSuspect)
  }

  /// A batch that four takers were lost with.
  private func suspect() throws -> Batch {
    var last: Batch?
    for _ in 1...4 { last = try claim("a", lease: 0) }
    return try #require(last)
  }

  @Test("a COMMIT that comes through between the fence's look and its lock is found")
  func committedMeanwhile() throws {
    let batch = try #require(try claim("a"))
    // The row as it was before the COMMIT, and the lock after it: a look that takes long.
    try fixture.connection.execute(
      """
      alter table audit.batches rename to batches_stored;
      create function audit.time_passed() returns boolean language plpgsql volatile as $$
        begin perform pg_sleep(0.5); return true; end $$;
      create view audit.batches as
        select b.* from audit.batches_stored b, audit.time_passed() as p where p;
      """)
    let other = try fixture.database.connect()
    try other.execute("begin")
    #expect(try batch.fence(other) == .owned)
    try other.execute("update audit.batches_stored set status = 'done', receipts = 7")
    nonisolated(unsafe) let committing = other
    Thread.detachNewThread {
      usleep(200_000)
      try? committing.execute("commit")
    }
    try fixture.connection.transaction {
      let standing = try batch.fence(fixture.connection)
      #expect(standing == .done(receipts: 7))
    }
  }
}
