/// Where a signed token stands in a stored value.
///
/// White space, quotes and a byte order mark are taken off what stands round it; inside, nothing is
/// mended: the text itself is what was signed.
struct TokenText {
  let range: Range<Int>
  let repairs: [Repair]

  /// nil for what does not look like a token, whole or damaged: it begins as base64 of a JSON object
  /// does and has a dot, or it is three parts of base64url.
  init?(_ stored: Span<UInt8>) {
    var start = 0
    var end = stored.count
    var repairs: [Repair] = []
    func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    func trim() {
      let before = (start, end)
      while start < end, isWhitespace(stored[start]) { start += 1 }
      while start < end, isWhitespace(stored[end - 1]) { end -= 1 }
      if before != (start, end), !repairs.contains(.whitespace) { repairs.append(.whitespace) }
    }
    if stored.count > 3, stored[0] == 0xEF, stored[1] == 0xBB, stored[2] == 0xBF {
      start = 3
      repairs.append(.byteOrderMark)
    }
    trim()
    if end - start > 1, stored[start] == stored[end - 1],
      stored[start] == UInt8(ascii: "\"") || stored[start] == UInt8(ascii: "'")
    {
      start += 1
      end -= 1
      repairs.append(.quotes)
      trim()
    }
    guard Self.looksLikeToken(stored.extracting(start..<end)) else { return nil }
    range = start..<end
    self.repairs = repairs
  }

  private static func looksLikeToken(_ text: Span<UInt8>) -> Bool {
    guard text.count > 4, CompactToken.dot(in: text, from: 0) != nil else { return false }
    // `{` followed by a quote, a space or a line break, in base64.
    if text[0] == UInt8(ascii: "e"), text[1] == UInt8(ascii: "y") || text[1] == UInt8(ascii: "w") {
      return true
    }
    guard let token = try? CompactToken(text), !token.signature.isEmpty else { return false }
    for index in text.indices
    where !Base64URL.isCharacter(text[index]) && text[index] != UInt8(ascii: ".") { return false }
    return true
  }
}
