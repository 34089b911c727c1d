/// Reads a JSON text (RFC 8259) once, strictly and within bounds.
///
/// Foundation has two readers that disagree about duplicate names; an auditor needs one answer, and
/// the same one on every host. What is not JSON to the letter is malformed: names that stand twice
/// in an object (also when one of them is written with escapes), white space that JSON does not
/// know, raw control characters, broken UTF-8, lone surrogates, numbers that no 64-bit integer or
/// double holds, and anything behind the value.
struct JSONReader {
  private var at = 0
  private var values = 0

  /// The value that the whole text is.
  ///
  /// - Throws: `malformed`; `limitExceeded` for more values than any document has.
  static func read(_ bytes: Span<UInt8>) throws(DecodingFailure) -> JSONValue {
    var reader = JSONReader()
    reader.skipWhitespace(bytes)
    let value = try reader.value(bytes, depth: 0)
    reader.skipWhitespace(bytes)
    guard reader.at == bytes.count else { throw .malformed }
    return value
  }

  /// The object that the whole text is.
  static func object(_ bytes: Span<UInt8>) throws(DecodingFailure) -> JSONObject {
    guard case .object(let object) = try read(bytes) else { throw .malformed }
    return object
  }

  private mutating func value(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(DecodingFailure) -> JSONValue {
    values += 1
    guard values <= Limits.jsonValues else { throw .limitExceeded }
    guard depth < Limits.jsonNesting, at < bytes.count else { throw .malformed }
    switch bytes[at] {
    case UInt8(ascii: "{"): return .object(try object(bytes, depth: depth))
    case UInt8(ascii: "["): return .array(try array(bytes, depth: depth))
    case UInt8(ascii: "\""): return .text(try JSONText.read(&at, bytes))
    case UInt8(ascii: "t"): return try word("true", .bool(true), bytes)
    case UInt8(ascii: "f"): return try word("false", .bool(false), bytes)
    case UInt8(ascii: "n"): return try word("null", .null, bytes)
    default: return .number(try JSONNumber(&at, bytes))
    }
  }

  private mutating func object(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(DecodingFailure) -> JSONObject {
    var object = JSONObject()
    var names = JSONNames()
    at += 1
    skipWhitespace(bytes)
    if take(UInt8(ascii: "}"), bytes) { return object }
    repeat {
      skipWhitespace(bytes)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw .malformed }
      let name = try JSONText.read(&at, bytes)
      guard names.insert(name) else { throw .malformed }
      skipWhitespace(bytes)
      guard take(UInt8(ascii: ":"), bytes) else { throw .malformed }
      skipWhitespace(bytes)
      let start = at
      let value = try value(bytes, depth: depth + 1)
      object.members.append(JSONMember(name: name, value: value, range: start..<at))
      skipWhitespace(bytes)
    } while take(UInt8(ascii: ","), bytes)
    guard take(UInt8(ascii: "}"), bytes) else { throw .malformed }
    return object
  }

  private mutating func array(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(DecodingFailure) -> [JSONValue] {
    var array: [JSONValue] = []
    at += 1
    skipWhitespace(bytes)
    if take(UInt8(ascii: "]"), bytes) { return array }
    repeat {
      skipWhitespace(bytes)
      array.append(try value(bytes, depth: depth + 1))
      skipWhitespace(bytes)
    } while take(UInt8(ascii: ","), bytes)
    guard take(UInt8(ascii: "]"), bytes) else { throw .malformed }
    return array
  }

  private mutating func word(
    _ text: StaticString, _ value: JSONValue, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> JSONValue {
    let end = at + text.utf8CodeUnitCount
    guard end <= bytes.count else { throw .malformed }
    for offset in 0..<text.utf8CodeUnitCount
    where unsafe bytes[at + offset] != text.utf8Start[offset] { throw .malformed }
    at = end
    return value
  }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }
}

/// The names of one object, octet by octet: Swift's String would take two ways of writing an accent
/// for one name.
private struct JSONNames {
  /// As many as payloads have are compared one by one; a flood of names is hashed.
  private static let fewNames = 48

  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  /// Whether the name was not there yet.
  mutating func insert(_ name: String) -> Bool {
    if few.count < Self.fewNames {
      let length = name.utf8.count
      for other in few where other.utf8.count == length && other.utf8.elementsEqual(name.utf8) {
        return false
      }
      few.append(name)
      return true
    }
    if many.isEmpty { many = Set(few.map { Array($0.utf8) }) }
    return many.insert(Array(name.utf8)).inserted
  }
}
