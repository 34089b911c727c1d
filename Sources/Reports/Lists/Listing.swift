public import PostgreSQL

/// A query whose rows are shown or exported: every value as text, with its kind.
public struct Listing {
  private let query: String
  private let filter: ListFilter

  /// - Parameter query: one SELECT without a semicolon behind it; tables of schema `audit` need no
  ///   schema.
  public init(_ query: String, filter: ListFilter = ListFilter()) {
    self.query = query
    self.filter = filter
  }

  /// Runs the query in one read-only snapshot and hands over text as it is made, in flat memory.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func write(
    from connection: Connection, as writer: some RowWriter,
    to sink: @escaping (String) throws -> Void
  ) throws -> Int {
    var sink = TextSink(writer, to: sink)
    return try write(from: connection, into: &sink)
  }

  /// Runs the query in one read-only snapshot and hands over rows as they come, in flat memory.
  ///
  /// - Parameter progress: told the number of rows so far, after each.
  /// - Returns: the number of rows.
  @discardableResult
  public func write(
    from connection: Connection, disclosure: Disclosure = Disclosure(),
    into sink: inout some RowSink, progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    try connection.transaction(.readOnlySnapshot) {
      try Listing.prepareSession(connection)
      return try stream(from: connection, disclosure: disclosure, into: &sink, progress: progress)
    }
  }

  /// The whole result, for lists that are known to be short.
  public func rows(
    from connection: Connection, disclosure: Disclosure = Disclosure()
  ) throws -> RowTable {
    var table = RowTable(columns: [])
    try write(from: connection, disclosure: disclosure, into: &table)
    return table
  }

  /// Makes texts of values, and names of tables, mean the same everywhere; until the transaction
  /// ends.
  static func prepareSession(_ connection: Connection) throws {
    try connection.execute("set local timezone = 'UTC'; set local intervalstyle = 'iso_8601'")
    try connection.execute("set local search_path = pg_temp, audit")
    // These queries are short; compiling them would take longer than running them.
    try connection.execute("set local jit = off")
  }

  /// The same within a transaction that was prepared already.
  @discardableResult
  func stream(
    from connection: Connection, disclosure: Disclosure, into sink: inout some RowSink,
    progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    let query = try filter.filling(query, on: connection)
    let fields = try fields(query, connection)
    let columns = fields.map(\.column)
    try sink.begin(columns)
    let values = fields.map(\.expression).joined(separator: ", ")
    var count = 0
    try connection.copyOut("select \(values) from (\(query)) list") { copied in
      var texts: [String?] = []
      texts.reserveCapacity(fields.count)
      for index in fields.indices { texts.append(try copied.text(at: index)) }
      disclosure.apply(to: &texts, columns)
      try sink.row(texts)
      count += 1
      progress(count)
    }
    try sink.end()
    return count
  }

  /// A column of the list, and the expression that makes text of its values.
  private struct Field {
    let column: Column
    let expression: String
  }

  private func fields(_ query: String, _ connection: Connection) throws -> [Field] {
    let names = try connection.query("select * from (\(query)) list limit 0").columns
    let quoted = try names.map { try connection.escapeIdentifier($0) }
    let types = quoted.map { "pg_typeof(\($0))::text" }.joined(separator: ", ")
    let outer = "(select) one left join (\(query)) list on false"
    let rows = try connection.query("select \(types) from \(outer)")
    return try names.indices.map { index in
      let type = try rows[0].text(index) ?? ""
      let (kind, expression) = Listing.text(of: quoted[index], names[index], type: type)
      return Field(column: Column(names[index], kind), expression: expression)
    }
  }

  /// Points in time become ISO 8601, arrays become JSON, the rest PostgreSQL's own text.
  private static func text(
    of quoted: String, _ name: String, type: String
  ) -> (Column.Kind, String) {
    switch type {
    case "smallint", "integer", "bigint", "numeric", "real", "double precision":
      (isIdentifier(name) ? .identifier : .number, "\(quoted)::text")
    case "boolean": (.boolean, "\(quoted)::text")
    case "json", "jsonb": (.json, "\(quoted)::text")
    case "bytea": (.text, "encode(\(quoted), 'hex')")
    case "timestamp with time zone": (.time, "to_json(\(quoted)) #>> '{}'")
    case "date": (.day, "to_json(\(quoted)) #>> '{}'")
    default:
      type.hasSuffix("[]")
        ? (.json, "to_json(\(quoted))::text") : (.text, "\(quoted)::text")
    }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    name.hasSuffix("_id") || name.hasSuffix("_run")
  }
}

/// A short list in memory.
public struct RowTable: RowSink, Sendable {
  public internal(set) var columns: [Column]
  public internal(set) var rows: [[String?]] = []

  public mutating func begin(_ columns: [Column]) throws { self.columns = columns }
  public mutating func row(_ values: [String?]) throws { rows.append(values) }
  public mutating func end() throws {}

  /// The place of a column; it is an error of this program where there is none.
  func index(_ name: String) -> Int {
    guard let index = columns.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("no column \(name)")
    }
    return index
  }

  func value(_ row: Int, _ name: String) -> String? { rows[row][index(name)] }

  func number(_ row: Int, _ name: String) -> Int64? { value(row, name).flatMap { Int64($0) } }
}
