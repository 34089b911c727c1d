/// Mends the transport encodings that receipts were seen damaged by, each only where it is needed.
struct TextRepair {
  private var text: [UInt8]
  private var repairs: [Repair] = []
  private var observations: [Observation] = []
  /// Spaces that stood right behind the text: a receipt may end with plus signs.
  private var trailingSpaces = 0

  init(_ stored: [UInt8]) { text = stored }

  mutating func read() -> Readings {
    stripWrapping()
    guard !text.isEmpty else {
      return Readings(.failure(repairs.contains(.nulBytes) ? .notAReceipt : .empty))
    }
    if let document = OtherDocument(text) {
      return Readings(.document(document, repairs: repairs, observations: []))
    }
    if let bytes = hexadecimal() {
      return Readings(.encoded(bytes, repairs: repairs, observations: observations))
    }
    if text.contains(0x5C) { mendEscapes() }
    guard text.contains(0x20) || trailingSpaces > 0 else { return Readings(reading(.whitespace)) }
    let plus = reading(.spaceForPlus)
    let folding = reading(.whitespace)
    return looksLikeSpaceForPlus() ? Readings(plus, or: folding) : Readings(folding, or: plus)
  }

  /// The text read with its spaces as plus signs, or as white space.
  private func reading(_ spaces: Repair) -> Transport {
    var one = self
    if spaces == .spaceForPlus { one.mendSpaces() }
    one.mendCharacters()
    return one.decode()
  }

  /// What stands round the text: marks, quotes, armour, a data URL.
  private mutating func stripWrapping() {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { strip(.byteOrderMark) { $0.removeFirst(3) } }
    // UTF-16: its mark here, its NULs next.
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      strip(.byteOrderMark) { $0.removeFirst(2) }
    }
    if text.contains(0) { strip(.nulBytes) { $0.removeAll { $0 == 0 } } }
    stripOuterWhitespace()
    if text.count > 1, let quote = text.first, quote == text.last, quote == 0x22 || quote == 0x27 {
      strip(.quotes) { $0 = Array($0.dropFirst().dropLast()) }
    }
    if text.starts(with: Array("data:".utf8)), let comma = text.firstIndex(of: UInt8(ascii: ",")) {
      strip(.dataURL) { $0.removeFirst(comma + 1) }
    }
    if text.starts(with: Array("-----BEGIN".utf8)) { stripArmour() }
  }

  private mutating func strip(_ repair: Repair, _ change: (inout [UInt8]) -> Void) {
    change(&text)
    repairs.append(repair)
  }

  private mutating func stripOuterWhitespace() {
    let start = text.firstIndex { !Self.isWhitespace($0) } ?? text.endIndex
    let end = text.lastIndex { !Self.isWhitespace($0) } ?? text.startIndex
    guard start > 0 || end + 1 < text.count else { return }
    if end + 1 < text.count { trailingSpaces = text[(end + 1)...].prefix { $0 == 0x20 }.count }
    strip(.whitespace) { $0 = start <= end && start < $0.count ? Array($0[start...end]) : [] }
  }

  /// RFC 7468: the lines between the first and the last.
  private mutating func stripArmour() {
    let lines = text.split(separator: 0x0A).filter { !$0.starts(with: [0x2D, 0x2D]) }
    strip(.pemArmour) { $0 = Array(lines.joined(separator: [0x0A])) }
  }

  /// `3082...`, `3080...`, in one line or in several, with or without PostgreSQL's `\x`. What PostgreSQL
  /// shows in that form may be text: then the text goes on.
  private mutating func hexadecimal() -> [UInt8]? {
    var digits = text[...]
    let isByteArray = digits.starts(with: Array("\\x".utf8))
    if isByteArray { digits = digits.dropFirst(2) }
    guard isByteArray || digits.starts(with: Array("308".utf8)) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits where !Self.isWhitespace(digit) {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    guard high == nil else { return nil }
    if digits.contains(where: Self.isWhitespace) { repairs.append(.whitespace) }
    repairs.append(.hexadecimal)
    guard Transport.looksEncoded(bytes) else {
      text = bytes
      return nil
    }
    return bytes
  }

  private mutating func mendCharacters() {
    if text.contains(where: Self.isWhitespace) {
      strip(.whitespace) { $0.removeAll(where: Self.isWhitespace) }
    }
    if text.contains(UInt8(ascii: "%")) { mendPercentEncoding() }
    if text.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) {
      strip(.urlSafeAlphabet) { text in
        for index in text.indices {
          if text[index] == UInt8(ascii: "-") { text[index] = UInt8(ascii: "+") }
          if text[index] == UInt8(ascii: "_") { text[index] = UInt8(ascii: "/") }
        }
      }
    }
  }

  /// Spaces as the plus signs that a form decoder took them for. Those behind the text count too
  /// where they make whole groups of four.
  private mutating func mendSpaces() {
    let characters = text.count { $0 == 0x20 || !Self.isWhitespace($0) }
    if trailingSpaces > 0, trailingSpaces <= 2, (characters + trailingSpaces) % 4 == 0 {
      text += [UInt8](repeating: 0x20, count: trailingSpaces)
    }
    guard text.contains(0x20) else { return }
    strip(.spaceForPlus) { text in
      for index in text.indices where text[index] == 0x20 { text[index] = UInt8(ascii: "+") }
    }
  }

  /// JSON's `\/`, and line breaks written as `\r` and `\n`.
  private mutating func mendEscapes() {
    let breaks = [UInt8(ascii: "n"), UInt8(ascii: "r")]
    var mended: [UInt8] = []
    var sawSlash = false
    var sawBreak = false
    var index = 0
    while index < text.count {
      if text[index] == 0x5C, index + 1 < text.count, breaks.contains(text[index + 1]) {
        sawBreak = true
        index += 2
      } else if text[index] == 0x5C {
        sawSlash = true
        index += 1
      } else {
        mended.append(text[index])
        index += 1
      }
    }
    text = mended
    if sawSlash { repairs.append(.escapedSlashes) }
    if sawBreak { repairs.append(.escapedLineBreaks) }
  }

  /// A form decoder turned each `+` into a space: then spaces stand alone between characters, at no
  /// regular distance, and count towards a length that is a multiple of four.
  private func looksLikeSpaceForPlus() -> Bool {
    let lines = text.split { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let kept = lines.reduce(0) { $0 + $1.count }
    let spaces = text.count { $0 == 0x20 }
    guard kept % 4 == 0 || (kept - spaces) % 4 != 0 else { return false }
    let gaps = text.split(separator: 0x20, omittingEmptySubsequences: false).dropLast().map(\.count)
    return Set(gaps).count > 1 || gaps.count == 1
  }

  /// RFC 3986 2.1, decoded once.
  private mutating func mendPercentEncoding() {
    var mended: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let high = Character(Unicode.Scalar(text[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(text[index + 2])).hexDigitValue
      {
        mended.append(UInt8(high << 4 | low))
        index += 3
      } else {
        mended.append(text[index])
        index += 1
      }
    }
    text = mended.filter { !Self.isWhitespace($0) }
    repairs.append(.percentEncoding)
  }

  private mutating func decode() -> Transport {
    guard let decoded = Base64.decode(text) else { return .failure(undecodableReason()) }
    if decoded.lacksPadding { repairs.append(.missingPadding) }
    if decoded.hasSlackBits {
      observations.append(Observation(.nonCanonicalEncoding, "slack-bits"))
    }
    if Transport.looksEncoded(decoded.bytes) {
      return .encoded(decoded.bytes, repairs: repairs, observations: observations)
    }
    if let document = OtherDocument(decoded: decoded.bytes) {
      return .document(document, repairs: repairs, observations: observations)
    }
    // Base64 of base64 begins "TU", since what is inside begins "MI".
    if decoded.bytes.starts(with: Array("MI".utf8)),
      let twice = Base64.decode(decoded.bytes.filter { !Self.isWhitespace($0) }),
      Transport.looksEncoded(twice.bytes)
    {
      return .encoded(
        twice.bytes, repairs: repairs + [.doubleBase64], observations: observations)
    }
    return .failure(.notAReceipt)
  }

  /// A cut base64 text of a receipt whose last group lacks a character is a cut receipt. A property
  /// list in base64 begins "ew", for the brace and a white space.
  private func undecodableReason() -> Reason {
    guard text.count % 4 == 1, ["MI", "ew"].contains(where: { text.starts(with: Array($0.utf8)) }),
      Base64.decode(Array(text.dropLast())) != nil
    else { return .notAReceipt }
    return .truncated
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
