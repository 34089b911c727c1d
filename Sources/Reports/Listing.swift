public import PostgreSQL

/// A query whose rows are shown or exported: every value as text, with its kind.
public struct Listing {
  private let query: String

  /// - Parameter query: one SELECT without a semicolon behind it.
  public init(_ query: String) {
    self.query = query
  }

  /// Runs the query in one read-only snapshot and hands over text as it is made, in flat memory.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func write(
    from connection: Connection, as writer: some RowWriter, to sink: (String) throws -> Void
  ) throws -> Int {
    var writer = writer
    return try read(from: connection) {
      try sink(writer.header($0))
    } row: {
      try sink(writer.row($0))
    }
  }

  /// The whole result, for lists that are known to be short.
  public func rows(from connection: Connection) throws -> (columns: [Column], rows: [[String?]]) {
    var columns: [Column] = []
    var rows: [[String?]] = []
    _ = try read(from: connection) {
      columns = $0
    } row: {
      rows.append($0)
    }
    return (columns, rows)
  }

  private func read(
    from connection: Connection, header: ([Column]) throws -> Void, row: ([String?]) throws -> Void
  ) throws -> Int {
    try connection.transaction(.readOnlySnapshot) {
      try connection.execute("set local timezone = 'UTC'; set local intervalstyle = 'iso_8601'")
      let fields = try fields(connection)
      try header(fields.map(\.column))
      let values = fields.map(\.expression).joined(separator: ", ")
      return try connection.copyOut("select \(values) from (\(query)) list") { copied in
        var texts: [String?] = []
        texts.reserveCapacity(fields.count)
        for index in fields.indices { texts.append(try copied.text(at: index)) }
        try row(texts)
      }
    }
  }

  /// A column of the list, and the expression that makes text of its values.
  private struct Field {
    let column: Column
    let expression: String
  }

  private func fields(_ connection: Connection) throws -> [Field] {
    let names = try connection.query("select * from (\(query)) list limit 0").columns
    let quoted = try names.map { try connection.escapeIdentifier($0) }
    let types = quoted.map { "pg_typeof(\($0))::text" }.joined(separator: ", ")
    let outer = "(select) one left join (\(query)) list on false"
    let rows = try connection.query("select \(types) from \(outer)")
    return try names.indices.map { index in
      let (kind, expression) = Listing.text(of: quoted[index], type: try rows[0].text(index) ?? "")
      return Field(column: Column(names[index], kind), expression: expression)
    }
  }

  /// Points in time become ISO 8601, arrays become JSON, the rest PostgreSQL's own text.
  private static func text(of name: String, type: String) -> (Column.Kind, String) {
    switch type {
    case "smallint", "integer", "bigint", "numeric", "real", "double precision":
      (.number, "\(name)::text")
    case "boolean": (.boolean, "\(name)::text")
    case "json", "jsonb": (.json, "\(name)::text")
    case "bytea": (.text, "encode(\(name), 'hex')")
    case "timestamp with time zone": (.text, "to_json(\(name)) #>> '{}'")
    default: type.hasSuffix("[]") ? (.json, "to_json(\(name))::text") : (.text, "\(name)::text")
    }
  }
}
