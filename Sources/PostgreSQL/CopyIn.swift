internal import CPostgreSQL

/// A table by schema and name, unquoted.
public struct TableName: Sendable {
  public let schema: String
  public let name: String

  public init(schema: String, name: String) {
    self.schema = schema
    self.name = name
  }
}

extension Connection {
  /// Streams rows into a table by binary COPY, and answers how many went in.
  ///
  /// When `body` throws, or the server refuses a row, nothing of this COPY is kept and the connection
  /// can be used again (PostgreSQL manual, "Functions Associated with the COPY Command").
  @discardableResult
  public func copyIn(
    _ table: TableName, columns: [String], _ body: (inout CopyWriter) throws -> Void
  ) throws -> Int {
    let target = "\(try escapeIdentifier(table.schema)).\(try escapeIdentifier(table.name))"
    var quoted: [String] = []
    for column in columns { quoted.append(try escapeIdentifier(column)) }
    let sql = "COPY \(target) (\(quoted.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
    try beginCopy(sql, PGRES_COPY_IN)
    var writer = CopyWriter(pointer, columns: columns.count)
    do {
      try body(&writer)
      try writer.finish()
    } catch {
      // The server's own refusal tells more than the send that failed because of it.
      let refusal = endCopy(sql, abandonedBecause: "abandoned")
      if let refusal, refusal.sqlState != "57014" { throw refusal }
      throw error
    }
    if let refusal = endCopy(sql, abandonedBecause: nil) { throw refusal }
    return writer.count
  }

  /// Ends a COPY and takes all results off the connection; nil when the server accepted it.
  private func endCopy(_ sql: String, abandonedBecause reason: String?) -> PostgreSQLError? {
    var failure: PostgreSQLError?
    if PQputCopyEnd(pointer, reason) != 1 { failure = noting(.connection(pointer)) }
    while let result = PQgetResult(pointer) {
      if PQresultStatus(result) != PGRES_COMMAND_OK, failure == nil {
        failure = self.failure(result, sql)
      }
      let isStuck = PQresultStatus(result) == PGRES_COPY_IN
      PQclear(result)
      if isStuck { break }
    }
    return failure
  }
}

/// Writes the rows of a binary COPY.
///
/// Format: signature, flags, extension length; for each row a 16-bit count of fields, each with a
/// 32-bit length (-1 for NULL) and its octets; a count of -1 ends it (PostgreSQL manual, COPY,
/// "Binary Format").
public struct CopyWriter {
  private static let flushSize = 64 * 1024

  private let connection: OpaquePointer
  private let columns: Int
  private var buffer: [UInt8]
  /// Rows written so far.
  public private(set) var count = 0

  init(_ connection: OpaquePointer, columns: Int) {
    self.connection = connection
    self.columns = columns
    buffer = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)
    buffer.reserveCapacity(Self.flushSize * 2)
  }

  /// Writes one row: exactly one value for each column, in order. A row that throws is left out, and
  /// others may follow it.
  public mutating func row(_ body: (inout CopyRowWriter) throws -> Void) throws {
    let start = buffer.count
    var isWhole = false
    var row = CopyRowWriter()
    BinaryFormat.append(Int16(columns), to: &buffer)
    swap(&row.buffer, &buffer)
    defer {
      if !isWhole { row.buffer.removeSubrange(start...) }
      swap(&row.buffer, &buffer)
    }
    try body(&row)
    if let failure = row.failure { throw failure }
    guard row.count == columns else {
      throw PostgreSQLError(.decoding, "\(row.count) values for \(columns) columns of a COPY")
    }
    isWhole = true
    count += 1
    if row.buffer.count >= Self.flushSize { try Self.flush(&row.buffer, connection) }
  }

  mutating func finish() throws(PostgreSQLError) {
    BinaryFormat.append(Int16(-1), to: &buffer)
    try Self.flush(&buffer, connection)
  }

  private static func flush(
    _ buffer: inout [UInt8], _ connection: OpaquePointer
  ) throws(PostgreSQLError) {
    let sent = buffer.withUnsafeBytes { bytes in
      PQputCopyData(
        connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard sent == 1 else { throw PostgreSQLError.connection(connection) }
    buffer.removeAll(keepingCapacity: true)
  }
}
