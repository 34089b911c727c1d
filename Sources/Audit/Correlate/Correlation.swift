public import PostgreSQL

/// What compares receipts with one another: the files of `sql/rules` and `sql/summaries`, in order,
/// in one transaction. They read the current versions and write as the run whose id they get, and
/// they share temporary tables that live until the transaction ends.
public enum Correlation {
  /// Compares, and counts, in the transaction that is open on the connection: what the run's rows
  /// reach, or everything where the published run leaves nothing to go on from. Both end in the same
  /// tables. Doing it again in the same run replaces what it wrote.
  ///
  /// - Parameter ruleDone: is told the path of each file after it ran.
  /// - Returns: how far it looked.
  @discardableResult
  public static func run(
    on connection: Connection, runID: Int64, ruleDone: (String) -> Void = { _ in }
  ) throws(PostgreSQLError) -> SQLFile.Scope {
    var scope = SQLFile.Scope.full
    for file in SQLFile.all(in: "rules") + SQLFile.all(in: "summaries") {
      let rows = try file.run(on: connection, runID: runID, scope: scope)
      if file.path == "rules/scope", let rows, rows.count == 1 {
        scope = try rows[0].bool("is_full") == false ? .incremental : .full
      }
      ruleDone(file.path)
    }
    return scope
  }

  /// Makes a run the one that readers see. Belongs into a transaction.
  public static func publish(on connection: Connection, runID: Int64) throws(PostgreSQLError) {
    try SQLFile("publish")?.run(on: connection, runID: runID)
  }

  /// Throws away what a run wrote. Belongs into a transaction.
  public static func discard(on connection: Connection, runID: Int64) throws(PostgreSQLError) {
    // Before all else it sees to it that nobody is at work at the run.
    try SQLFile("discard")?.run(on: connection, runID: runID)
    try SQLFile("rules/reset")?.run(on: connection, runID: runID)
  }
}
