import PostgreSQL

/// An error with the batch that it happened in: of several lanes' errors the lowest batch's counts.
struct BatchError: Error {
  var batch: Int64
  var error: AuditError

  static func numbered<T>(_ batch: Int64, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      throw BatchError(batch: batch, error: explained(error))
    }
  }

  /// The primary key of the results is the source's key: two rows with one key meet there.
  private static func explained(_ error: any Error) -> AuditError {
    if let error = error as? PostgreSQLError, error.sqlState == "23505" {
      return .configuration(
        "audit.source has several rows with the same receipt_id (\(error.description))",
        remedy: "make the view give one row for each receipt_id")
    }
    return AuditError(wrapping: error)
  }
}
