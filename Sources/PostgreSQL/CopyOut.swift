internal import CPostgreSQL

extension Connection {
  /// Streams the rows of a query by binary COPY, and answers how many there were.
  ///
  /// When `body` throws, the query is cancelled and the connection can be used again.
  @discardableResult
  public func copyOut(_ query: String, _ body: (CopyRow) throws -> Void) throws -> Int {
    var parser = CopyParser()
    return try stream(query, as: "FORMAT binary") { message in
      try parser.parse(message, body)
    }
  }

  /// Streams the rows of a query as CSV, the header or one row at a time, and answers how many rows
  /// there were.
  @discardableResult
  public func copyOutCSV(_ query: String, _ sink: (UnsafeRawBufferPointer) throws -> Void) throws
    -> Int
  {
    var isHeader = true
    return try stream(query, as: "FORMAT csv, HEADER") { message in
      defer { isHeader = false }
      try sink(message)
      return isHeader ? 0 : 1
    }
  }

  /// Hands every message of a COPY to `body`, which answers how many rows it held.
  private func stream(
    _ query: String, as format: String, _ body: (UnsafeRawBufferPointer) throws -> Int
  ) throws -> Int {
    // A query out of a file ends with a semicolon, or with a comment that must end at its line.
    let bare = query.trimmingSuffix(while: { $0 == ";" || $0.isWhitespace })
    let sql = "COPY (\(bare)\n) TO STDOUT (\(format))"
    try beginCopy(sql, PGRES_COPY_OUT)
    var rows = 0
    var data: UnsafeMutablePointer<CChar>?
    while case let length = PQgetCopyData(pointer, &data, 0), length > 0 {
      defer { PQfreemem(data) }
      do {
        rows += try body(UnsafeRawBufferPointer(start: data, count: Int(length)))
      } catch {
        cancellation()?.cancel()
        _ = finish(sql)
        throw error
      }
    }
    if let failure = finish(sql) { throw failure }
    return rows
  }

  /// Takes what is left of a COPY off the connection; nil when it ended well.
  private func finish(_ sql: String) -> PostgreSQLError? {
    var data: UnsafeMutablePointer<CChar>?
    while PQgetCopyData(pointer, &data, 0) > 0 { PQfreemem(data) }
    var failure: PostgreSQLError?
    while let result = PQgetResult(pointer) {
      if PQresultStatus(result) != PGRES_COMMAND_OK, failure == nil {
        failure = self.failure(result, sql)
      }
      let isStuck = PQresultStatus(result) == PGRES_COPY_OUT
      PQclear(result)
      if isStuck { break }
    }
    return failure
  }
}

extension String {
  fileprivate func trimmingSuffix(while belongs: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, belongs(last) { rest.removeLast() }
    return rest
  }
}

/// Takes the messages of a binary COPY apart; a row never spans two of them.
struct CopyParser {
  private var sawHeader = false
  private var fields: [Range<Int>?] = []

  mutating func parse(
    _ message: UnsafeRawBufferPointer, _ body: (CopyRow) throws -> Void
  ) throws -> Int {
    var at = 0
    if !sawHeader {
      // Signature (11), flags (4), length of the extension (4).
      guard let length = Self.int32(message, 15) else { throw Self.violation }
      at = 19 + Int(length)
      sawHeader = true
    }
    var rows = 0
    while at + 2 <= message.count {
      let count = Int16(bigEndian: message.loadUnaligned(fromByteOffset: at, as: Int16.self))
      at += 2
      guard count >= 0 else { break }
      fields.removeAll(keepingCapacity: true)
      for _ in 0..<count {
        guard let length = Self.int32(message, at) else { throw Self.violation }
        at += 4
        guard at + max(0, Int(length)) <= message.count else { throw Self.violation }
        fields.append(length < 0 ? nil : at..<at + Int(length))
        at += max(0, Int(length))
      }
      try body(CopyRow(message: message, fields: fields))
      rows += 1
    }
    return rows
  }

  private static func int32(_ message: UnsafeRawBufferPointer, _ at: Int) -> Int32? {
    guard at + 4 <= message.count else { return nil }
    return Int32(bigEndian: message.loadUnaligned(fromByteOffset: at, as: Int32.self))
  }

  private static var violation: PostgreSQLError {
    PostgreSQLError(.protocolViolation, "a binary COPY ends within a row")
  }
}

/// One row of a binary COPY, valid only while it is handed over. nil stands for NULL.
///
/// The types are those of the query's columns: binary COPY does not tell them.
public struct CopyRow {
  let message: UnsafeRawBufferPointer
  let fields: [Range<Int>?]

  public var count: Int { fields.count }

  public func bytes(at column: Int) -> [UInt8]? { field(column).map { [UInt8]($0) } }

  public func text(at column: Int) throws(PostgreSQLError) -> String? {
    field(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// smallint, integer or bigint.
  public func int(at column: Int) throws(PostgreSQLError) -> Int64? {
    guard let bytes = field(column) else { return nil }
    guard let value = BinaryFormat.integer(bytes) else {
      throw PostgreSQLError(.decoding, "column \(column) of a COPY is no integer")
    }
    return value
  }

  public func bool(at column: Int) throws(PostgreSQLError) -> Bool? {
    field(column).map { $0.first != 0 }
  }

  /// In microseconds since 1970.
  public func timestamp(at column: Int) throws(PostgreSQLError) -> Int64? {
    try int(at: column).map(BinaryFormat.microsecondsSince1970)
  }

  private func field(_ column: Int) -> UnsafeRawBufferPointer? {
    guard fields.indices.contains(column), let range = fields[column] else { return nil }
    return UnsafeRawBufferPointer(rebasing: message[range])
  }
}
