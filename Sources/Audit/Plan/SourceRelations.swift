import PostgreSQL

/// The tables that stand behind `audit.source`, partitions included.
///
/// A partition that is detached while a run is at work takes its receipts out of sight without an
/// error: what is left reads like all there ever was.
struct SourceRelations: Sendable {
  /// Names by the numbers that the server gives to tables.
  private let names: [Int64: String]

  static func inspect(_ connection: Connection) throws -> SourceRelations {
    let rows = try connection.query(JobStatement.sourceRelations.text)
    var names: [Int64: String] = [:]
    for index in 0..<rows.count {
      let row = rows[index]
      if let relation = try row.int("relation") { names[relation] = try row.text("name") ?? "" }
    }
    return SourceRelations(names: names)
  }

  /// Throws where one of them is not behind `audit.source` any more. New ones are welcome.
  func requireAll(_ connection: Connection) throws {
    let present = try Self.inspect(connection).names
    let lost = names.filter { present[$0.key] == nil }.values.sorted()
    guard !lost.isEmpty else { return }
    throw AuditError.configuration(
      "audit.source has lost \(lost.joined(separator: ", ")) since the run began",
      remedy: "attach it again, or run again without it: what is done is saved")
  }
}
