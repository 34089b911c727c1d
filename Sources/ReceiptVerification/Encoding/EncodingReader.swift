/// Which of X.690's encodings are accepted.
enum EncodingRules {
  /// Definite and indefinite lengths: what PKCS#7 containers are written in.
  case basic
  /// Definite, minimal lengths: what Apple signs.
  case distinguished
}

/// Walks the encoded values of a range, without copying or allocating.
///
/// It holds offsets only; the bytes are handed to every call, so that it can be a plain value.
struct EncodingReader {
  private(set) var position: Int
  let end: Int
  let rules: EncodingRules

  init(_ range: Range<Int>, _ rules: EncodingRules) {
    position = range.lowerBound
    end = range.upperBound
    self.rules = rules
  }

  var isAtEnd: Bool { position >= end }

  /// The next value, whatever it is.
  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>) throws(DecodingFailure) -> Element {
    if let element = shortElement(bytes) {
      position = element.end
      return element
    }
    let element = try Self.element(bytes, at: position, end: end, rules, depth: 0)
    position = element.end
    return element
  }

  /// The next value where its length is one octet, or two behind 0x82, as nearly all are: the path
  /// that speed rests on.
  @inline(__always)
  private func shortElement(_ bytes: Span<UInt8>) -> Element? {
    guard position + 3 < end else { return nil }
    let tag = bytes[position]
    let first = bytes[position + 1]
    var content = position + 2
    var length = Int(first)
    if first == 0x82 {
      length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      content += 2
      guard length >= 0x100 else { return nil }
    } else if first >= 0x80 {
      return nil
    }
    let contentEnd = content + length
    guard tag & 0x1F != 0x1F, contentEnd <= end else { return nil }
    return Element(
      tag: tag, start: position, content: content..<contentEnd, end: contentEnd, isIndefinite: false
    )
  }

  /// Moves behind a value that was read by hand.
  @inline(__always)
  mutating func skip(to position: Int) { self.position = position }

  /// The next value, which must have the given identifier.
  @inline(__always)
  mutating func next(_ tag: UInt8, _ bytes: Span<UInt8>) throws(DecodingFailure) -> Element {
    let element = try next(bytes)
    guard element.tag == tag else { throw .malformed }
    return element
  }

  /// The next value if it has the given identifier; otherwise nothing is read.
  mutating func nextIf(_ tag: UInt8, _ bytes: Span<UInt8>) throws(DecodingFailure) -> Element? {
    guard position < end, bytes[position] == tag else { return nil }
    return try next(bytes)
  }

  /// A reader of the values inside a constructed one.
  func inside(_ element: Element) -> EncodingReader { EncodingReader(element.content, rules) }

  @inline(never)
  private static func element(
    _ bytes: Span<UInt8>, at start: Int, end: Int, _ rules: EncodingRules, depth: Int
  ) throws(DecodingFailure) -> Element {
    // Where the range ends with the input itself, more input could have followed.
    let overrun: DecodingFailure = end == bytes.count ? .truncated : .malformed
    guard start + 1 < end else { throw overrun }
    let tag = bytes[start]
    // No value of a receipt has a tag number above 30 (X.690 8.1.2.4).
    guard tag & 0x1F != 0x1F else { throw .malformed }
    let first = bytes[start + 1]
    if first == 0x80 {
      guard rules == .basic, tag & 0x20 != 0 else { throw .malformed }
      return try indefinite(bytes, tag: tag, at: start, end: end, depth: depth)
    }
    var content = start + 2
    var length = Int(first)
    if first > 0x80 {
      let octets = Int(first & 0x7F)
      guard octets <= 4 else { throw .limitExceeded }
      guard content + octets <= end else { throw overrun }
      length = 0
      for index in content..<content + octets { length = length << 8 | Int(bytes[index]) }
      content += octets
      if rules == .distinguished {
        let isMinimal = length >= 0x80 && (octets == 1 || length >> (8 * (octets - 1)) != 0)
        guard isMinimal else { throw .malformed }
      }
    }
    guard length <= end - content else {
      throw length > Limits.inputSize ? .limitExceeded : overrun
    }
    return Element(
      tag: tag, start: start, content: content..<content + length, end: content + length,
      isIndefinite: false)
  }

  /// X.690 8.1.3.6: the content ends with two zero octets on its own level.
  private static func indefinite(
    _ bytes: Span<UInt8>, tag: UInt8, at start: Int, end: Int, depth: Int
  ) throws(DecodingFailure) -> Element {
    guard depth < Limits.nesting else { throw .malformed }
    var position = start + 2
    while true {
      guard position + 1 < end else { throw end == bytes.count ? .truncated : .malformed }
      if bytes[position] == 0, bytes[position + 1] == 0 {
        return Element(
          tag: tag, start: start, content: start + 2..<position, end: position + 2,
          isIndefinite: true)
      }
      position = try element(bytes, at: position, end: end, .basic, depth: depth + 1).end
    }
  }
}
