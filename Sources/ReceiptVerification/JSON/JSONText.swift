/// Strings of a JSON text (RFC 8259 7).
enum JSONText {
  /// Reads the string whose opening quote stands at `at`, and moves behind its closing one.
  static func read(_ at: inout Int, _ bytes: Span<UInt8>) throws(DecodingFailure) -> String {
    at += 1
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        guard let text = try? UTF8Span(validating: bytes.extracting(start..<at)) else {
          throw .malformed
        }
        at += 1
        return String(copying: text)
      case UInt8(ascii: "\\"): return try readEscaped(start, &at, bytes)
      case 0..<0x20: throw .malformed
      default: at += 1
      }
    }
    throw .malformed
  }

  /// The same, from the first escape on; what stands before it is taken as it is.
  private static func readEscaped(
    _ start: Int, _ at: inout Int, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> String {
    var text = bytes.copy(start..<at)
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw .malformed }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape(&at, bytes))
      case 0..<0x20: throw .malformed
      default: text.append(byte)
      }
    }
    throw .malformed
  }

  /// The octets that the escape behind a backslash stands for.
  private static func escape(
    _ at: inout Int, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> [UInt8] {
    guard at < bytes.count else { throw .malformed }
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try scalar(&at, bytes)).utf8)
    default: throw .malformed
    }
  }

  /// Four hexadecimal digits, or two times four that are a surrogate pair.
  private static func scalar(
    _ at: inout Int, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Unicode.Scalar {
    let first = try codeUnit(&at, bytes)
    guard (0xD800..<0xDC00).contains(first) else {
      // A low surrogate alone is no scalar.
      guard let scalar = Unicode.Scalar(first) else { throw .malformed }
      return scalar
    }
    guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u")
    else { throw .malformed }
    at += 2
    let second = try codeUnit(&at, bytes)
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .malformed }
    return scalar
  }

  private static func codeUnit(
    _ at: inout Int, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> UInt32 {
    guard at + 4 <= bytes.count else { throw .malformed }
    var value: UInt32 = 0
    for index in at..<at + 4 {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
        throw .malformed
      }
      value = value << 4 | UInt32(digit)
    }
    at += 4
    return value
  }
}
