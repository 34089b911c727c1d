import PostgreSQL

/// Finds what a run has to audit, and cuts it into batches.
struct RunPlanner {
  let connection: Connection
  let options: AuditOptions
  let view: SourceView

  /// Plans a run that was just begun, in the open transaction.
  func plan(_ run: RunRecord) throws {
    try pending.validate(connection)
    try insert(run, .new)
    try explain(run)
  }

  /// Plans what was committed or changed while the run was at work, in a transaction of its own.
  ///
  /// - Returns: whether there is anything left to do.
  func planLate(_ run: RunRecord) throws -> Bool {
    try view.requireUnchanged(connection)
    let progress = try RunProgress.read(run, connection)
    guard progress.isUnderWay else { return false }
    // The answer to an earlier COMMIT may have been lost.
    guard progress.isWorkedOff else { return true }
    return try connection.transaction { try insert(run, .late) } > 0
  }

  /// Certificates at hand, as a second look was planned with them.
  enum Pool: Equatable {
    case known(digest: String)
    /// The answer to the COMMIT of a plan may have been lost.
    case unknown
  }

  /// Plans to judge once more what lacks a certificate, in a transaction of its own.
  ///
  /// - Parameter last: those of the last such look that this process took, with which nobody is looked
  ///   at again: receipts may be gone from the source.
  /// - Returns: those that are at hand now; nil where nothing is left to do.
  func planSecondLook(_ run: RunRecord, after last: Pool?) throws -> Pool? {
    let progress = try RunProgress.read(run, connection)
    guard progress.isUnderWay else { return nil }
    guard progress.isWorkedOff else { return .unknown }
    let sizes = BatchSizes(options)
    let isRestricted = options.limit != nil || options.firstKey != nil || options.lastKey != nil
    var lastDigest = Value.null
    if case .known(let digest) = last { lastDigest = .text(digest) }
    return try connection.transaction {
      try connection.query(JobStatement.settleCertificates.text)
      let rows = try connection.query(
        JobStatement.planSecondLook.text,
        [
          .int8(run.runID), .int8(sizes.largest), .int8(sizes.smallest), .int8(sizes.lanes),
          .bool(isRestricted), .text(view.keyType.rawValue), lastDigest,
        ])
      guard rows.count == 1 else { return nil }
      return try rows[0].text("digest").map(Pool.known)
    }
  }

  /// What a run would plan, by cause.
  func count(policyID: Int64?) throws -> [String: Int64] {
    try pending.validate(connection)
    return try connection.transaction(.readOnlySnapshot) {
      try walkIndexes()
      let rows = try connection.query(
        pending.filled(.countPending),
        pending.parameters(runID: nil, policyID: policyID, narrower: try narrowerPolicies()))
      return try Self.counts(rows)
    }
  }

  /// Receipts a second of past runs; nil before the first.
  func pastRate() throws -> Double? {
    let rows = try connection.query(JobStatement.pastRate.text)
    return rows.count == 0 ? nil : try rows[0].double("rate")
  }

  /// The rows `cause` and `receipts` of a result.
  static func counts(_ rows: Rows) throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for index in 0..<rows.count {
      counts[try rows[index].text("cause") ?? ""] = try rows[index].int("receipts")
    }
    return counts
  }

  private var pending: PendingReceipts {
    PendingReceipts(
      view: view, firstKey: options.firstKey, lastKey: options.lastKey, full: options.full,
      limit: options.limit)
  }

  @discardableResult
  private func insert(_ run: RunRecord, _ newcomer: PendingReceipts.Newcomer) throws -> Int64 {
    try walkIndexes()
    var pending = pending
    pending.full = run.full
    try connection.query(
      pending.filled(.findPending, newcomer: newcomer),
      pending.parameters(
        runID: run.runID, policyID: run.policyID, narrower: try narrowerPolicies()))
    let sizes = BatchSizes(options)
    let rows = try connection.query(
      JobStatement.planBatches.text,
      [
        .int8(run.runID), .int8(sizes.largest), .int8(sizes.smallest), .int8(sizes.lanes),
        .text(view.keyType.rawValue),
      ])
    return rows.count == 1 ? try rows[0].int("receipts") ?? 0 : 0
  }

  /// Both sides have an index in the order of the key. Walking them needs no memory; a hash of all
  /// keys, which the planner would take for cheaper, needs more with every night. Two processes share
  /// the source; each walks all results, so that a third would gain little.
  private func walkIndexes() throws {
    try connection.execute(
      """
      set local enable_hashjoin = off;
      set local max_parallel_workers_per_gather = 1;
      set local parallel_setup_cost = 0;
      set local parallel_tuple_cost = 0
      """)
  }

  private func narrowerPolicies() throws -> [Int64] {
    let rows = try connection.query(
      JobStatement.narrowerPolicies.text,
      [.text(ToolVersion.ruleSet), .textArray(options.anchors.fingerprints)])
    return try (0..<rows.count).compactMap { try rows[$0].int("policy_id") }
  }

  /// Writes down why receipts with a result are audited again, where the policy is why.
  private func explain(_ run: RunRecord) throws {
    let causes = try Self.counts(
      connection.query(JobStatement.reportPlan.text, [.int8(run.runID)]))
    guard causes["policy", default: 0] > 0 else { return }
    let rows = try connection.query(JobStatement.lastPolicy.text)
    guard rows.count == 1 else { return }
    let reason = PolicyChange(
      ruleSetBefore: try rows[0].text("rule_set_version") ?? "",
      anchorsBefore: try rows[0].textArray("anchors") ?? [],
      ruleSet: ToolVersion.ruleSet, anchors: options.anchors.fingerprints
    ).description
    try connection.query(JobStatement.recordReason.text, [.int8(run.runID), .text(reason)])
  }
}

/// What differs between the policies of two runs, in words.
struct PolicyChange: CustomStringConvertible {
  var ruleSetBefore: String
  var anchorsBefore: [String]
  var ruleSet: String
  var anchors: [String]

  var description: String {
    var parts: [String] = []
    if ruleSet != ruleSetBefore { parts.append("rule set \(ruleSet) instead of \(ruleSetBefore)") }
    let added = Set(anchors).subtracting(anchorsBefore).sorted().map { $0.prefix(16) }
    let removed = Set(anchorsBefore).subtracting(anchors).sorted().map { $0.prefix(16) }
    if !added.isEmpty { parts.append("trust anchors added: \(added.joined(separator: ", "))") }
    if !removed.isEmpty {
      parts.append("trust anchors removed: \(removed.joined(separator: ", "))")
    }
    return parts.isEmpty ? "they were to be tried again" : parts.joined(separator: "; ")
  }
}
