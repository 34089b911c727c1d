public import PostgreSQL

/// What a person decides about a run that readers do not see.
public enum RunDecision: Sendable {
  /// Readers see it from now on; it must be held.
  case publish
  /// What it wrote is thrown away, and its receipts are audited again; it must not be published.
  case discard

  /// Carries the decision out. Takes the run lock: nothing is decided while a run is at work.
  public func carryOut(
    _ runID: Int64, on settings: ConnectionSettings
  ) throws(AuditError) {
    do {
      let session = try RunSession(settings, AuditOptions())
      try Schema.requireCurrent(session.connection)
      try session.lock()
      try session.connection.transaction { try decide(runID, session.connection) }
    } catch {
      throw AuditError(wrapping: error)
    }
  }

  private func decide(_ runID: Int64, _ connection: Connection) throws {
    let rows = try connection.query(JobStatement.runState.text, [.int8(runID)])
    guard rows.count == 1 else {
      throw AuditError.configuration(
        "there is no run \(runID)", remedy: "`receipt-audit runs` lists them")
    }
    let status = try rows[0].text("status") ?? ""
    let isDiscarded = try rows[0].bool("is_discarded") == true
    switch self {
    case .publish where status == "held" && !isDiscarded:
      try Correlation.publish(on: connection, runID: runID)
    case .discard where status != "published" && !isDiscarded:
      try Correlation.discard(on: connection, runID: runID)
    case .publish, .discard:
      throw AuditError.configuration(
        "run \(runID) is \(isDiscarded ? "discarded" : status), so there is nothing to decide")
    }
  }
}
