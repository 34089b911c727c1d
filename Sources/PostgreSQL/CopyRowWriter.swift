/// Writes the values of one row of a binary COPY, one call for each column.
///
/// The type written must be the column's own: binary COPY converts nothing.
public struct CopyRowWriter {
  var buffer: [UInt8] = []
  private(set) var count = 0
  /// The first value that could not be written; it fails the row.
  private(set) var failure: PostgreSQLError?

  /// A row by itself, which goes nowhere.
  public init() {}

  public mutating func null() {
    count += 1
    BinaryFormat.append(Int32(-1), to: &buffer)
  }

  /// text and varchar. A NUL fails the row.
  public mutating func text(_ value: String?) {
    guard var value else { return null() }
    count += 1
    value.withUTF8 { octets in
      if octets.contains(0) { fail(BinaryFormat.nulInText) }
      appendLength(octets.count)
      buffer.append(contentsOf: octets)
    }
  }

  public mutating func int4(_ value: Int32?) { number(value) }

  public mutating func int8(_ value: Int64?) { number(value) }

  public mutating func bool(_ value: Bool?) { number(value.map { $0 ? UInt8(1) : 0 }) }

  public mutating func timestamp(microsecondsSince1970 value: Int64?) {
    number(value.map(BinaryFormat.timestamp))
  }

  public mutating func bytea(_ value: [UInt8]?) {
    guard let value else { return null() }
    count += 1
    appendLength(value.count)
    buffer += value
  }

  /// 16 octets.
  public mutating func uuid(_ value: [UInt8]?) { bytea(value) }

  public mutating func jsonb(_ value: String?) {
    guard var value else { return null() }
    count += 1
    value.withUTF8 { octets in
      if octets.contains(0) { fail(BinaryFormat.nulInText) }
      appendLength(octets.count + 1)
      // Version of the format (jsonb_recv).
      buffer.append(1)
      buffer.append(contentsOf: octets)
    }
  }

  public mutating func textArray(_ value: [String]?) {
    guard let value else { return null() }
    count += 1
    var array: [UInt8] = []
    do throws(PostgreSQLError) {
      try BinaryFormat.append(value, to: &array)
    } catch {
      fail(error)
    }
    appendLength(array.count)
    buffer += array
  }

  private mutating func number<Number: FixedWidthInteger>(_ value: Number?) {
    guard let value else { return null() }
    count += 1
    appendLength(MemoryLayout<Number>.size)
    BinaryFormat.append(value, to: &buffer)
  }

  /// A field's length has 32 bits, and the server refuses a value of 1 GB.
  private mutating func appendLength(_ length: Int) {
    if length >= 1 << 30 {
      fail(PostgreSQLError(.decoding, "a value of \(length) octets is too large"))
    }
    BinaryFormat.append(Int32(truncatingIfNeeded: length), to: &buffer)
  }

  private mutating func fail(_ error: PostgreSQLError) {
    if failure == nil { failure = error }
  }
}
