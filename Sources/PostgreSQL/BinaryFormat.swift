/// PostgreSQL's binary formats: integers in network byte order, timestamps in microseconds since
/// 2000-01-01, arrays with their dimensions before them (src/backend/utils/adt, *send functions).
enum BinaryFormat {
  /// From 1970-01-01 to 2000-01-01, in microseconds.
  private static let epoch: Int64 = 946_684_800_000_000

  static func append<Number: FixedWidthInteger>(_ value: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Both ends of Int64 are the infinities, here and in PostgreSQL; what is out of range becomes
  /// the infinity of its side.
  static func timestamp(_ microsecondsSince1970: Int64) -> Int64 {
    guard microsecondsSince1970 != .max else { return .max }
    let (value, overflow) = microsecondsSince1970.subtractingReportingOverflow(epoch)
    return overflow ? .min : value
  }

  static func microsecondsSince1970(_ timestamp: Int64) -> Int64 {
    guard timestamp != .min else { return .min }
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

  /// `numeric` without a fraction, as `sum(bigint)` gives it; nil for any other.
  ///
  /// Four 16-bit numbers (count of digits, weight of the first, sign, scale) and then the digits, to
  /// the base of 10,000 (numeric_send).
  static func wholeNumeric(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let words = stride(from: 0, to: bytes.count - 1, by: 2).map { offset in
      Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
    }
    guard words.count >= 4 else { return nil }
    let (weight, sign, digits) = (Int(words[1]), words[2], words.dropFirst(4))
    guard sign == 0 || sign == 0x4000, digits.count == Int(words[0]) else { return nil }
    guard !digits.isEmpty else { return 0 }
    guard weight >= 0, weight < 5, digits.count <= weight + 1 else { return nil }
    // Below zero there is room for one number more.
    var total: Int64 = 0
    for position in 0...weight {
      let digit = position < digits.count ? Int64(digits[digits.startIndex + position]) : 0
      let (scaled, tooLarge) = total.multipliedReportingOverflow(by: 10_000)
      let (next, overflow) = scaled.subtractingReportingOverflow(digit)
      if tooLarge || overflow { return nil }
      total = next
    }
    if sign == 0x4000 { return total }
    return total == .min ? nil : -total
  }

  /// One dimension without NULLs; nil for any other array.
  static func textArray(_ bytes: UnsafeRawBufferPointer) -> [String]? {
    func length(at offset: Int) -> Int? {
      guard offset + 4 <= bytes.count else { return nil }
      let value = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
      return value < 0 ? nil : Int(value)
    }
    guard let dimensions = length(at: 0), dimensions <= 1 else { return nil }
    if dimensions == 0 { return [] }
    guard let count = length(at: 12) else { return nil }
    var texts: [String] = []
    var offset = 20
    for _ in 0..<count {
      guard let size = length(at: offset), offset + 4 + size <= bytes.count else { return nil }
      let octets = bytes[(offset + 4)..<(offset + 4 + size)]
      texts.append(String(decoding: octets, as: UTF8.self))
      offset += 4 + size
    }
    return texts
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
