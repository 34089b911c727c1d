import PostgreSQL

/// What became of `audit.source`, or of what lies behind it, while a run was at work.
extension SourceView {
  /// Throws where the view is not what it was any more; the error names the column.
  func requireUnchanged(_ connection: Connection) throws {
    let now = try SourceView.inspect(connection)
    let columns = [
      ("receipt_id", now.keyType == keyType), ("bundle_id", now.hasBundleID == hasBundleID),
      ("device_id", now.hasDeviceID == hasDeviceID),
      ("row_version", now.hasRowVersion == hasRowVersion),
    ]
    guard let changed = columns.first(where: { !$0.1 }) else { return }
    throw AuditError.configuration(
      "audit.source has another column \(changed.0) than when the run began",
      remedy: "run again: what is done is saved")
  }

  /// The error that reading the source ended with, in words about the view where that is the cause.
  ///
  /// - Parameter connection: the one that read, which is in no transaction.
  func explained(_ error: any Error, _ connection: Connection) -> any Error {
    guard let fault = error as? PostgreSQLError,
      Self.misfits.contains(fault.sqlState ?? "")
    else { return error }
    do { try requireUnchanged(connection) } catch let error as AuditError { return error } catch {
      return fault
    }
    var explained = AuditError(fault)
    explained.remedy =
      "audit.source cannot be read any more; look at what has changed in the view, and behind it"
    return explained
  }

  /// No such column, function, operator or table, and types that do not fit.
  private static let misfits: Set<String> = ["42703", "42883", "42P01", "42804", "42846"]
}
