public import PostgreSQL

/// What compares receipts with one another: the files of `sql/rules` and `sql/summaries`, in order,
/// in one transaction. They read the current versions and write as the run whose id they get, and
/// they share temporary tables that live until the transaction ends.
public enum Correlation {
  /// Compares, and counts, in the transaction that is open on the connection. Doing it again in
  /// the same run replaces what it wrote.
  ///
  /// - Parameter ruleDone: is told the path of each file after it ran.
  public static func run(
    on connection: Connection, runID: Int64, ruleDone: (String) -> Void = { _ in }
  ) throws(PostgreSQLError) {
    for file in SQLFile.all(in: "rules") + SQLFile.all(in: "summaries") {
      try file.run(on: connection, runID: runID)
      ruleDone(file.path)
    }
  }

  /// Makes a run the one that readers see. Belongs into a transaction.
  public static func publish(on connection: Connection, runID: Int64) throws(PostgreSQLError) {
    try SQLFile("publish")?.run(on: connection, runID: runID)
  }

  /// Throws away what a run wrote. Belongs into a transaction.
  public static func discard(on connection: Connection, runID: Int64) throws(PostgreSQLError) {
    try SQLFile("discard")?.run(on: connection, runID: runID)
  }
}
