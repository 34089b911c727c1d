/// Rows as CSV (RFC 4180), safe to open in a spreadsheet.
///
/// Values out of forged receipts are the attacker's. A text that a spreadsheet would take for a
/// formula gets an apostrophe in front, which every spreadsheet reads as "this is text"
/// (OWASP, "CSV Injection"); control characters are shown as escapes. Whoever needs the values as
/// they are takes JSON Lines.
public struct CSVWriter: RowWriter {
  private var columns: [Column] = []

  public init() {}

  public mutating func header(_ columns: [Column]) -> String {
    self.columns = columns
    return line(columns.map(\.name))
  }

  public func row(_ values: [String?]) -> String {
    line(
      zip(columns, values).map { column, value in
        // A number of the database's own making may start with its sign.
        column.kind == .number ? value ?? "" : CSVWriter.guarded(value ?? "")
      })
  }

  private func line(_ fields: [String]) -> String {
    fields.map(CSVWriter.quoted).joined(separator: ",") + "\r\n"
  }

  /// Escapes what must not reach a reader, and takes the power out of formulas.
  static func guarded(_ text: String) -> String {
    let escaped = TerminalText.escape(text)
    guard let first = text.unicodeScalars.first, startsFormula(first) else { return escaped }
    return "'" + escaped
  }

  /// `=`, `+`, `-`, `@`, tab and carriage return, and the full-width forms of the first four.
  private static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D })
    else { return field }
    var quoted = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
