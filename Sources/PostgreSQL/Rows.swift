internal import CPostgreSQL

/// The rows that a statement returned, in binary format.
public final class Rows: RandomAccessCollection {
  private let pointer: OpaquePointer  // PGresult
  /// Names of the columns, in order.
  public let columns: [String]

  init(takingOwnership pointer: OpaquePointer) {
    self.pointer = pointer
    columns = (0..<PQnfields(pointer)).map { String(cString: PQfname(pointer, $0)) }
  }

  deinit { PQclear(pointer) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { Int(PQntuples(pointer)) }

  /// How many rows the statement touched; 0 for one that touches none.
  public var affected: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

  /// The row at an index from 0 to `count` - 1; any other answers every question with an error.
  public subscript(index: Int) -> Row {
    Row(rows: self, index: Int32(clamping: index))
  }

  func bytes(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
    guard PQgetisnull(pointer, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
  }

  func type(_ column: Int32) -> UInt32 { PQftype(pointer, column) }
}
