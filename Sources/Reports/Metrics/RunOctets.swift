public import PostgreSQL

/// How much was read by a run.
public enum RunOctets {
  /// Stored octets of the receipts that a run judged; what was too large to be fetched counts too.
  public static func count(_ runID: Int64, in connection: Connection) throws -> Int64? {
    try connection.query(SQLFile.query("report/run_octets"), [.int8(runID)])[0].int("octets")
  }
}
