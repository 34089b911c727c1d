/// Rows as CSV (RFC 4180), safe to open in a spreadsheet.
///
/// Values out of forged receipts are the attacker's. A text that a spreadsheet would take for a
/// formula gets an apostrophe in front, which every spreadsheet reads as "this is text"
/// (OWASP, "CSV Injection"), at its beginning and behind a semicolon, at which the spreadsheets of many
/// countries split; control characters are shown as escapes. Whoever needs the values as
/// they are takes JSON Lines.
public struct CSVWriter: RowWriter {
  private var columns: [Column] = []
  private let marksUTF8: Bool

  /// - Parameter marksUTF8: puts a byte order mark in front, without which Excel takes the file for
  ///   the old 8-bit encoding of the country.
  public init(marksUTF8: Bool = false) {
    self.marksUTF8 = marksUTF8
  }

  public mutating func header(_ columns: [Column]) -> String {
    self.columns = columns
    return (marksUTF8 ? "\u{FEFF}" : "") + line(columns.map(\.name))
  }

  public func row(_ values: [String?]) -> String {
    line(
      zip(columns, values).map { column, value in
        // A number of the database's own making may start with its sign.
        column.isOwnText ? value ?? "" : SpreadsheetText.guardedFields(value ?? "")
      })
  }

  private func line(_ fields: [String]) -> String {
    fields.map(CSVWriter.quoted).joined(separator: ",") + "\r\n"
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
