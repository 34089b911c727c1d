/// A column's name, or its number from 0.
public protocol ColumnKey {
  /// The column's place among all; nil where it is not there.
  func index(in columns: [String]) -> Int?
}

extension String: ColumnKey {
  public func index(in columns: [String]) -> Int? { columns.firstIndex(of: self) }
}

extension Int: ColumnKey {
  public func index(in columns: [String]) -> Int? { columns.indices.contains(self) ? self : nil }
}

/// One row of a result. Every getter answers nil for NULL, and throws for a row or column that is not
/// there and for a column of another type.
public struct Row {
  let rows: Rows
  let index: Int32

  /// Any text type, and JSON as its text.
  public func text(_ column: some ColumnKey) throws(PostgreSQLError) -> String? {
    try read(column, as: "text") { type, bytes in
      guard Self.textTypes.contains(type) else { return nil }
      // jsonb has a version octet before its text (jsonb_send).
      return String(decoding: bytes.dropFirst(type == 3802 ? 1 : 0), as: UTF8.self)
    }
  }

  /// smallint, integer, bigint, and numeric without a fraction, which is what sum(bigint) is.
  public func int(_ column: some ColumnKey) throws(PostgreSQLError) -> Int64? {
    try read(column, as: "an integer") { type, bytes in
      switch type {
      case 20, 21, 23: BinaryFormat.integer(bytes)
      case 1700: BinaryFormat.wholeNumeric(bytes)
      default: nil
      }
    }
  }

  public func bool(_ column: some ColumnKey) throws(PostgreSQLError) -> Bool? {
    try read(column, as: "boolean") { type, bytes in type == 16 ? bytes.first != 0 : nil }
  }

  public func double(_ column: some ColumnKey) throws(PostgreSQLError) -> Double? {
    try read(column, as: "double precision") { type, bytes in
      guard type == 701, let bits = BinaryFormat.integer(bytes) else { return nil }
      return Double(bitPattern: UInt64(bitPattern: bits))
    }
  }

  /// timestamp or timestamptz, in microseconds since 1970; the ends of Int64 are the infinities.
  public func timestamp(_ column: some ColumnKey) throws(PostgreSQLError) -> Int64? {
    try read(column, as: "a timestamp") { type, bytes in
      guard type == 1114 || type == 1184 else { return nil }
      return BinaryFormat.integer(bytes).map(BinaryFormat.microsecondsSince1970)
    }
  }

  /// An array of text that has one dimension and no NULL.
  public func textArray(_ column: some ColumnKey) throws(PostgreSQLError) -> [String]? {
    try read(column, as: "an array of text") { type, bytes in
      type == 1009 ? BinaryFormat.textArray(bytes) : nil
    }
  }

  /// The octets of any type: bytea and uuid have no other form.
  public func bytes(_ column: some ColumnKey) throws(PostgreSQLError) -> [UInt8]? {
    try read(column, as: "octets") { _, bytes in [UInt8](bytes) }
  }

  public func isNull(_ column: some ColumnKey) throws(PostgreSQLError) -> Bool {
    try rows.bytes(row: checkedRow(), column: position(column)) == nil
  }

  /// text, varchar, bpchar, name, "char", json, jsonb, xml, unknown.
  private static let textTypes: Set<UInt32> = [25, 1043, 1042, 19, 18, 114, 3802, 142, 705]

  private func read<Result>(
    _ column: some ColumnKey, as wanted: String,
    _ decode: (UInt32, UnsafeRawBufferPointer) -> Result?
  ) throws(PostgreSQLError) -> Result? {
    let at = try position(column)
    guard let bytes = rows.bytes(row: try checkedRow(), column: at) else { return nil }
    let type = rows.type(at)
    guard let value = decode(type, bytes) else {
      let name = rows.columns[Int(at)]
      throw PostgreSQLError(.decoding, "column \(name) (type \(type)) does not hold \(wanted)")
    }
    return value
  }

  private func position(_ column: some ColumnKey) throws(PostgreSQLError) -> Int32 {
    guard let position = column.index(in: rows.columns) else {
      let names = rows.columns.joined(separator: ", ")
      throw PostgreSQLError(.decoding, "no column \(column) among \(names)")
    }
    return Int32(position)
  }

  private func checkedRow() throws(PostgreSQLError) -> Int32 {
    guard rows.indices.contains(Int(index)) else {
      throw PostgreSQLError(.decoding, "no row \(index) among \(rows.count)")
    }
    return index
  }
}
