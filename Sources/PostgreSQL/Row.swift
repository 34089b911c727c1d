/// One row of a result. Every getter answers nil for NULL, and throws for a column that is not there
/// or is of another type.
public struct Row {
  let rows: Rows
  let index: Int32

  public func text(_ column: String) throws(PostgreSQLError) -> String? {
    try text(position(column))
  }

  public func text(_ column: Int) throws(PostgreSQLError) -> String? {
    let at = try checked(column)
    guard let bytes = rows.bytes(row: index, column: at) else { return nil }
    // jsonb has a version octet before its text (jsonb_send).
    let text = rows.type(at) == 3802 ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
    guard Self.textTypes.contains(rows.type(at)) else { throw mismatch(column, "text") }
    return String(decoding: text, as: UTF8.self)
  }

  /// smallint, integer or bigint.
  public func int(_ column: String) throws(PostgreSQLError) -> Int64? {
    try int(position(column))
  }

  public func int(_ column: Int) throws(PostgreSQLError) -> Int64? {
    let at = try checked(column)
    guard let bytes = rows.bytes(row: index, column: at) else { return nil }
    guard [20, 21, 23].contains(rows.type(at)), let value = BinaryFormat.integer(bytes) else {
      throw mismatch(column, "an integer")
    }
    return value
  }

  public func bool(_ column: String) throws(PostgreSQLError) -> Bool? {
    let column = try position(column)
    guard let bytes = rows.bytes(row: index, column: try checked(column)) else { return nil }
    guard rows.type(Int32(column)) == 16 else { throw mismatch(column, "boolean") }
    return bytes.first != 0
  }

  public func double(_ column: String) throws(PostgreSQLError) -> Double? {
    let column = try position(column)
    guard let bytes = rows.bytes(row: index, column: try checked(column)) else { return nil }
    guard rows.type(Int32(column)) == 701, let bits = BinaryFormat.integer(bytes) else {
      throw mismatch(column, "double precision")
    }
    return Double(bitPattern: UInt64(bitPattern: bits))
  }

  /// timestamp or timestamptz, in microseconds since 1970.
  public func timestamp(_ column: String) throws(PostgreSQLError) -> Int64? {
    let column = try position(column)
    guard let bytes = rows.bytes(row: index, column: try checked(column)) else { return nil }
    guard [1114, 1184].contains(rows.type(Int32(column))), let value = BinaryFormat.integer(bytes)
    else { throw mismatch(column, "a timestamp") }
    return BinaryFormat.microsecondsSince1970(value)
  }

  /// The octets of any type: bytea and uuid have no other form.
  public func bytes(_ column: String) throws(PostgreSQLError) -> [UInt8]? {
    rows.bytes(row: index, column: try checked(position(column))).map { [UInt8]($0) }
  }

  public func isNull(_ column: String) throws(PostgreSQLError) -> Bool {
    rows.bytes(row: index, column: try checked(position(column))) == nil
  }

  /// text, varchar, bpchar, name, "char", json, jsonb, xml, unknown.
  private static let textTypes: Set<UInt32> = [25, 1043, 1042, 19, 18, 114, 3802, 142, 705]

  private func position(_ column: String) throws(PostgreSQLError) -> Int {
    guard let position = rows.columns.firstIndex(of: column) else {
      throw PostgreSQLError(
        .decoding, "no column \(column) among \(rows.columns.joined(separator: ", "))")
    }
    return position
  }

  private func checked(_ column: Int) throws(PostgreSQLError) -> Int32 {
    guard rows.columns.indices.contains(column) else {
      throw PostgreSQLError(.decoding, "no column \(column) among \(rows.columns.count)")
    }
    return Int32(column)
  }

  private func mismatch(_ column: Int, _ wanted: String) -> PostgreSQLError {
    PostgreSQLError(
      .decoding,
      "column \(rows.columns[column]) is of type \(rows.type(Int32(column))), not \(wanted)")
  }
}
