/// PostgreSQL's binary formats: integers in network byte order, timestamps in microseconds since
/// 2000-01-01, arrays with their dimensions before them (src/backend/utils/adt, *send functions).
enum BinaryFormat {
  /// From 1970-01-01 to 2000-01-01, in microseconds.
  private static let epoch: Int64 = 946_684_800_000_000

  static func append<Number: FixedWidthInteger>(_ value: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// A timestamp out of range becomes infinity on its side, as PostgreSQL has it.
  static func timestamp(_ microsecondsSince1970: Int64) -> Int64 {
    let (value, overflow) = microsecondsSince1970.subtractingReportingOverflow(epoch)
    return overflow ? .min : value
  }

  static func microsecondsSince1970(_ timestamp: Int64) -> Int64 {
    let (value, overflow) = timestamp.addingReportingOverflow(epoch)
    return overflow ? .max : value
  }

  /// UTF-8 without NUL, which no text of PostgreSQL can hold.
  static func checked(_ text: String) throws(PostgreSQLError) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard !bytes.contains(0) else { throw nulInText }
    return bytes
  }

  static var nulInText: PostgreSQLError {
    PostgreSQLError(
      .decoding, "text holds a NUL character, which PostgreSQL cannot store: escape it")
  }

  /// One dimension, no NULL among the elements.
  static func append(_ texts: [String], to bytes: inout [UInt8]) throws(PostgreSQLError) {
    append(Int32(texts.isEmpty ? 0 : 1), to: &bytes)
    append(Int32(0), to: &bytes)
    append(Int32(25), to: &bytes)
    guard !texts.isEmpty else { return }
    append(Int32(texts.count), to: &bytes)
    append(Int32(1), to: &bytes)
    for text in texts {
      let octets = try checked(text)
      append(Int32(octets.count), to: &bytes)
      bytes += octets
    }
  }

  /// A signed integer of 2, 4 or 8 octets.
  static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    switch bytes.count {
    case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    default: nil
    }
  }
}
