/// An old-style (ASCII) property list of one dictionary whose values are texts: what transaction
/// receipts are written in, outside and inside.
///
/// `{ "key" = "value"; key = value; }` with any white space, and nothing else: dictionaries and
/// arrays inside, data and comments are refused, so that depth costs nothing. A key that stands
/// twice is refused too, since readers differ in which one they take.
struct PropertyList {
  private(set) var entries: [Entry] = []
  /// Octets behind the closing brace that are no white space.
  private(set) var trailingBytes = 0

  /// A key and its value, escapes resolved; whatever octets they are.
  struct Entry {
    var key: [UInt8]
    var value: [UInt8]
  }

  /// - Throws: `notAReceipt` for what does not begin as a property list, `truncated` where it ends
  ///   early, `limitExceeded` beyond a limit, `malformed` for everything else.
  init(_ bytes: Span<UInt8>) throws(DecodingFailure) {
    guard bytes.count <= Limits.propertyListBytes else { throw .limitExceeded }
    var reader = PropertyListReader(bytes.count)
    reader.skipWhitespace(bytes)
    guard try reader.take("{", bytes) else { throw .notAReceipt }
    while true {
      reader.skipWhitespace(bytes)
      if try reader.take("}", bytes) { break }
      guard entries.count < Limits.propertyListEntries else { throw .limitExceeded }
      let key = try reader.text(bytes)
      reader.skipWhitespace(bytes)
      guard try reader.take("=", bytes) else { throw .malformed }
      reader.skipWhitespace(bytes)
      let value = try reader.text(bytes)
      guard self[key] == nil else { throw .malformed }
      entries.append(Entry(key: key, value: value))
      reader.skipWhitespace(bytes)
      // The last entry may do without its semicolon.
      guard try reader.take(";", bytes) || reader.isBefore("}", bytes) else { throw .malformed }
    }
    reader.skipWhitespace(bytes)
    trailingBytes = reader.remaining
  }

  subscript(key: [UInt8]) -> [UInt8]? { entries.first { $0.key == key }?.value }

  subscript(key: String) -> [UInt8]? { self[Array(key.utf8)] }

  /// Whether text is a property list rather than JSON: its first key is followed by `=`.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var reader = PropertyListReader(bytes.count)
    reader.skipWhitespace(span)
    guard (try? reader.take("{", span)) == true else { return false }
    reader.skipWhitespace(span)
    guard (try? reader.text(span)) != nil else { return false }
    reader.skipWhitespace(span)
    return reader.isBefore("=", span)
  }
}

/// The characters of a property list, one after the other.
private struct PropertyListReader {
  private var position = 0
  private let end: Int

  init(_ end: Int) { self.end = end }

  var remaining: Int { end - position }

  /// Blank, tab, line ends and NUL, which old files are padded with.
  mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    while position < end,
      bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) || bytes[position] == 0
    { position += 1 }
  }

  func isBefore(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    position < end && bytes[position] == UInt8(ascii: character)
  }

  mutating func take(
    _ character: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Bool {
    guard position < end else { throw .truncated }
    guard isBefore(character, bytes) else { return false }
    position += 1
    return true
  }

  mutating func text(_ bytes: Span<UInt8>) throws(DecodingFailure) -> [UInt8] {
    if try take("\"", bytes) { return try quoted(bytes) }
    let start = position
    while position < end, Self.isBare(bytes[position]) { position += 1 }
    guard position < end else { throw .truncated }
    guard position > start else { throw .malformed }
    return bytes.copy(start..<position)
  }

  /// Characters that a text without quotes is made of.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_$/:.-+".utf8.contains(byte)
    }
  }

  private mutating func quoted(_ bytes: Span<UInt8>) throws(DecodingFailure) -> [UInt8] {
    var text: [UInt8] = []
    var start = position
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        text += bytes.copy(start..<position)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += bytes.copy(start..<position)
        position += 1
        text += try escaped(bytes)
        start = position
      default: position += 1
      }
    }
    throw .truncated
  }

  /// What follows a backslash: itself, a control character, or `U` and four digits of a scalar.
  private mutating func escaped(_ bytes: Span<UInt8>) throws(DecodingFailure) -> [UInt8] {
    guard position < end else { throw .truncated }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"), 0x0A: return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "U"): return try scalar(bytes)
    default: throw .malformed
    }
  }

  private mutating func scalar(_ bytes: Span<UInt8>) throws(DecodingFailure) -> [UInt8] {
    guard position + 4 <= end else { throw .truncated }
    var value: UInt32 = 0
    for index in position..<position + 4 {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
        throw .malformed
      }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    guard let scalar = Unicode.Scalar(value) else { throw .malformed }
    return Array(String(Character(scalar)).utf8)
  }
}
