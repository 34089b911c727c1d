import PostgreSQL
import ReceiptVerification

/// The row of `audit.runs` from its beginning to its end.
struct RunLifecycle {
  let connection: Connection
  let options: AuditOptions
  let view: SourceView

  /// Goes on with an interrupted run, or begins and plans a new one.
  ///
  /// A run's row and its plan commit together: a run without its batches is never seen.
  func begin() throws -> RunRecord {
    try connection.transaction {
      let policyID = try policy()
      if let open = try openRun(), try settle(open, policyID: policyID) {
        return try recordTerms(of: try resume(open, policyID: policyID))
      }
      return try recordTerms(of: try start(policyID: policyID))
    }
  }

  /// Writes down what workers that join must hold to.
  private func recordTerms(of run: RunRecord) throws -> RunRecord {
    try connection.query(
      JobStatement.recordTerms.text,
      [
        .int8(run.runID), .int8(Int64(options.maxReceiptSize)), .float8(options.lease),
        .textArray(options.anchors.fingerprintsAtHand),
      ])
    return run
  }

  /// Marks a run that ends without being published.
  func end(_ run: RunRecord, _ error: AuditError) throws {
    let status = error.status.isInterruption ? "interrupted" : "failed"
    try connection.query(
      JobStatement.endRun.text, [.int8(run.runID), .text(status), .text(error.description)])
  }

  /// The policy that receipts have results under, where one was ever used.
  func knownPolicy() throws -> Int64? {
    let rows = try connection.query(
      JobStatement.knownPolicy.text,
      [.text(ToolVersion.ruleSet), .textArray(options.anchors.fingerprints)])
    return rows.count == 0 ? nil : try rows[0].int("policy_id")
  }

  private struct OpenRun {
    var runID: Int64
    var status: String
    var full: Bool
    var policyID: Int64?
    var keyType: String?
  }

  private func policy() throws -> Int64 {
    let rows = try connection.query(
      JobStatement.policy.text,
      [.text(ToolVersion.ruleSet), .textArray(options.anchors.fingerprints)])
    guard rows.count > 0, let policyID = try rows[0].int("policy_id") else {
      throw AuditError(.failed, "the policy could not be recorded; run again")
    }
    return policyID
  }

  private func openRun() throws -> OpenRun? {
    let rows = try connection.query(JobStatement.openRun.text)
    guard rows.count > 0 else { return nil }
    let row = rows[0]
    return OpenRun(
      runID: try row.int("run_id") ?? 0, status: try row.text("status") ?? "",
      full: try row.text("mode") == "full", policyID: try row.int("policy_id"),
      keyType: try row.text("key_type"))
  }

  /// Whether the open run can be gone on with; what cannot is discarded, what is held refuses.
  private func settle(_ open: OpenRun, policyID: Int64) throws -> Bool {
    if open.status == "held" {
      throw AuditError(
        .held, "run \(open.runID) is held and waits for a decision",
        remedy: "`receipt-audit publish \(open.runID)` or `receipt-audit discard \(open.runID)`")
    }
    // Batches with keys of another type cannot be gone on with.
    if open.policyID == policyID, open.keyType == view.keyType.rawValue,
      open.full || !options.full
    {
      return true
    }
    try Correlation.discard(on: connection, runID: open.runID)
    return false
  }

  private func resume(_ open: OpenRun, policyID: Int64) throws -> RunRecord {
    try connection.query(JobStatement.freeBatches.text, [.int8(open.runID), .float8(0)])
    let rows = try connection.query(
      JobStatement.resumeRun.text, [.int8(open.runID), asOfValue] + scope)
    return try record(rows, policyID: policyID, full: open.full, resumed: true)
  }

  private func start(policyID: Int64) throws -> RunRecord {
    let rows = try connection.query(
      JobStatement.startRun.text,
      [
        asOfValue, .text(options.full ? "full" : "incremental"), .int4(Int32(policyID)),
        .text(ToolVersion.tool), .text(ToolVersion.ruleSet),
        .text(ReceiptVerifier.libraryVersion), .textArray(options.anchors.fingerprints),
        .text(view.keyType.rawValue),
      ] + scope)
    let run = try record(rows, policyID: policyID, full: options.full, resumed: false)
    try RunPlanner(connection: connection, options: options, view: view).plan(run)
    return run
  }

  /// What was asked for: first and last key, and the limit.
  private var scope: [Value] {
    [
      options.firstKey.map { .text($0) } ?? .null, options.lastKey.map { .text($0) } ?? .null,
      options.limit.map { .int8(Int64($0)) } ?? .null,
    ]
  }

  /// The run of a row of `audit.runs`, as somebody who joins it knows it.
  func joined(_ row: Row) throws -> RunRecord {
    guard let runID = try row.int("run_id"), let asOf = try row.timestamp("as_of"),
      let policyID = try row.int("policy_id")
    else { throw AuditError(.failed, "the run's row cannot be read") }
    return RunRecord(
      runID: runID, asOf: Instant(microsecondsSince1970: asOf),
      full: try row.text("mode") == "full", policyID: policyID, keyType: view.keyType,
      resumed: true)
  }

  private var asOfValue: Value {
    options.asOf.map { .timestamp(microsecondsSince1970: $0.microsecondsSince1970) } ?? .null
  }

  private func record(
    _ rows: Rows, policyID: Int64, full: Bool, resumed: Bool
  ) throws -> RunRecord {
    guard rows.count == 1, let runID = try rows[0].int("run_id"),
      let asOf = try rows[0].timestamp("as_of")
    else { throw AuditError(.failed, "the run's row could not be written") }
    return RunRecord(
      runID: runID, asOf: Instant(microsecondsSince1970: asOf), full: full, policyID: policyID,
      keyType: view.keyType, resumed: resumed)
  }
}
