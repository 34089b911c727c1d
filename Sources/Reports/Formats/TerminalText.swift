/// Text out of receipts and databases made harmless for a terminal.
public enum TerminalText {
  /// Every control character, escape sequence introducer, line separator, byte order mark and
  /// bidirectional control is shown as `\u{1B}`; everything else is left as it is.
  ///
  /// A forged receipt may hold escape sequences that rewrite what was printed before, or override
  /// marks that turn text around (Unicode TR 36, "Bidirectional Text Spoofing").
  public static func escape(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        escaped += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Arabic letter mark, zero-width and direction marks, line and paragraph separators,
    // embeddings and overrides, invisible operators and isolates, byte order mark, annotations.
    case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    // Not characters at all: XML cannot hold them.
    case 0xFFFE, 0xFFFF: true
    // Tag characters: invisible.
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
