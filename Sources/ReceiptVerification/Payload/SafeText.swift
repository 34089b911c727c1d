/// Text out of a payload, made fit to be stored.
///
/// PostgreSQL takes neither NUL nor broken UTF-8; both are written as `\x00`, a backslash beside
/// them as `\\`. Text that needs neither is kept as it is.
struct SafeText {
  var value: String
  /// False where something was escaped or cut: the raw bytes are then worth keeping.
  var isFaithful: Bool

  init(_ range: Range<Int>, _ bytes: Span<UInt8>) {
    let span = bytes.extracting(range)
    if range.count <= Limits.textBytes, !Self.holdsNUL(span),
      let text = try? UTF8Span(validating: span)
    {
      value = String(copying: text)
      isFaithful = true
    } else {
      value = Self.escaped(bytes.copy(range.prefix(Limits.textBytes)))
      isFaithful = false
    }
  }

  /// Text that is known to be whole scalars, such as that of a JSON string.
  init(_ text: String) {
    var text = text
    let isFit = text.utf8.count <= Limits.textBytes && !text.utf8.contains(0)
    value = isFit ? text : text.withUTF8 { unsafe Self.escaped(Array($0.prefix(Limits.textBytes))) }
    isFaithful = isFit
  }

  private static func holdsNUL(_ span: Span<UInt8>) -> Bool {
    for index in span.indices where span[index] == 0 { return true }
    return false
  }

  /// Escapes octet by octet what is not the encoding of a scalar, and NUL.
  static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    var at = 0
    while at < bytes.count {
      let length = scalarLength(bytes[at])
      let end = at + length
      if length > 0, end <= bytes.count, bytes[at] != 0,
        let scalar = String(validating: bytes[at..<end], as: UTF8.self)
      {
        text += scalar == "\\" ? "\\\\" : scalar
        at = end
      } else {
        text += "\\x" + [bytes[at]].hexadecimal
        at += 1
      }
    }
    return text
  }

  private static func scalarLength(_ first: UInt8) -> Int {
    switch first {
    case 0x00..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 0
    }
  }
}
