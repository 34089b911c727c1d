public import PostgreSQL

/// The receipts that are set aside.
public enum Quarantine {
  /// Lets the receipts be audited again by the next run; nil lets all.
  ///
  /// - Returns: the keys of those that were set aside, in order.
  public static func retry(
    _ receiptIDs: [String]?, _ connection: Connection
  ) throws(PostgreSQLError) -> [String] {
    let rows = try connection.query(
      JobStatement.quarantineRetry.text, [receiptIDs.map { .textArray($0) } ?? .null])
    var freed: [String] = []
    for index in 0..<rows.count {
      if let key = try rows[index].text("receipt_id") { freed.append(key) }
    }
    return freed
  }
}
