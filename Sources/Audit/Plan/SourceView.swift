import PostgreSQL

/// What `audit.source`, the view that the user writes, has to offer.
struct SourceView: Sendable, Equatable {
  /// The type of `receipt_id`: keys travel as text and are cast back to it.
  enum KeyType: String, Sendable, Codable, CaseIterable {
    case integer, bigint, uuid, text
  }

  var keyType: KeyType
  var hasBundleID: Bool
  var hasDeviceID: Bool
  /// Whether `row_version` tells that a row has changed.
  var hasRowVersion: Bool

  /// Looks at the view through the catalogue; throws on the first column that is not as it must be.
  static func inspect(_ connection: Connection) throws -> SourceView {
    let rows = try connection.query(JobStatement.sourceColumns.text)
    var types: [String: String] = [:]
    for index in 0..<rows.count {
      let row = rows[index]
      if let name = try row.text("name") { types[name] = try row.text("type") }
    }
    guard !types.isEmpty else {
      throw AuditError.configuration(
        "the view audit.source does not exist",
        remedy: "create it over your own table; `sql/source.sql` is the template")
    }
    let view = try SourceView(columnTypes: types)
    let readable = try connection.query(JobStatement.sourceReadable.text)[0].bool("readable")
    guard readable == true else {
      throw AuditError.configuration(
        "audit.source is not readable by this role", remedy: "grant select on audit.source to it")
    }
    return view
  }

  /// Judges columns by name and type, as `format_type` writes types.
  init(columnTypes types: [String: String]) throws(AuditError) {
    for column in Self.required {
      guard let type = types[column.name] else {
        throw .configuration(
          "audit.source has no column \(column.name); it must be \(column.expected)",
          remedy: Self.remedy)
      }
      guard column.types.contains(type) else { throw Self.mistyped(column, type) }
    }
    for column in Self.optional {
      guard let type = types[column.name], !column.types.contains(type) else { continue }
      throw Self.mistyped(column, type)
    }
    keyType =
      switch types["receipt_id"] {
      case "integer": .integer
      case "bigint": .bigint
      case "uuid": .uuid
      default: .text
      }
    hasBundleID = types["bundle_id"] != nil
    hasDeviceID = types["device_id"] != nil
    hasRowVersion = types["row_version"] != nil
  }

  private struct Column {
    var name: String
    var types: Set<String>
    var expected: String
  }

  private static let text: Set<String> = ["text", "character varying"]

  private static let required = [
    Column(
      name: "receipt_id", types: text.union(["integer", "bigint", "uuid"]),
      expected: "integer, bigint, uuid or text, and unique"),
    Column(name: "account_id", types: text, expected: "text"),
    Column(name: "receipt", types: text.union(["bytea"]), expected: "bytea or text"),
    Column(
      name: "received_at", types: ["timestamp with time zone"],
      expected: "timestamp with time zone"),
  ]

  private static let optional = [
    Column(name: "bundle_id", types: text, expected: "text"),
    Column(name: "device_id", types: ["uuid", "bytea"], expected: "uuid or bytea"),
    Column(
      name: "row_version",
      types: text.union(["integer", "bigint", "xid", "timestamp with time zone"]),
      expected: "xid, integer, bigint, text or timestamp with time zone"),
  ]

  private static let remedy =
    "change the view audit.source; `sql/source.sql` is the template, and `receipt-audit check` tells"
    + " whether it will do"

  private static func mistyped(_ column: Column, _ type: String) -> AuditError {
    .configuration(
      "audit.source column \(column.name) is of type \(type); it must be \(column.expected)",
      remedy: remedy)
  }
}
