import ReceiptVerification

@testable import Audit

extension WorkOrder {
  /// What a worker knows of a run that has the fixture's options.
  static func of(
    run runID: Int64, owner: String, lease: Double = 60, _ fixture: AuditFixture
  ) throws -> WorkOrder {
    let run = RunRecord(
      runID: runID, asOf: Instant(secondsSince1970: 0), full: false, policyID: 1, keyType: .bigint,
      resumed: false)
    var order = WorkOrder(run, fixture.database.settings, try AuditFixture.options())
    order.owner = owner
    order.lease = lease
    return order
  }
}
