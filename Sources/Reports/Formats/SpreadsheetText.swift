/// Text out of receipts made harmless for a spreadsheet.
enum SpreadsheetText {
  /// Shows control characters as escapes, and puts an apostrophe in front of what would be taken
  /// for a formula (OWASP, "CSV Injection").
  static func guarded(_ text: String) -> String {
    let escaped = TerminalText.escape(text)
    guard let first = text.unicodeScalars.first, startsFormula(first) else { return escaped }
    return "'" + escaped
  }

  /// The same for a line that programs of other countries split at semicolons, within quotes too.
  static func guardedFields(_ text: String) -> String {
    let guarded = guarded(text)
    guard guarded.utf8.contains(0x3B) else { return guarded }
    var fields = ""
    var isBehindSemicolon = false
    for scalar in guarded.unicodeScalars {
      if isBehindSemicolon, startsFormula(scalar) { fields += "'" }
      fields.unicodeScalars.append(scalar)
      isBehindSemicolon = scalar == ";"
    }
    return fields
  }

  /// `=`, `+`, `-`, `@`, tab and line ends, and the full-width forms of the first four.
  private static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
