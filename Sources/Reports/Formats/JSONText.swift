/// JSON text (RFC 8259) with its members in the order in which they are given.
public enum JSONText {
  /// A string with its quotes. Control characters are escaped, and beside what the standard asks
  /// for also those that a terminal or a script would obey; the value read back is the same.
  public static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      return "\"" + text + "\""
    }
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      default:
        if TerminalText.isHarmful(scalar) {
          for unit in String(scalar).utf16 { json += "\\u" + hex4(unit) }
        } else {
          json.unicodeScalars.append(scalar)
        }
      }
    }
    return json + "\""
  }

  /// A string, or null.
  public static func quoted(_ text: String?) -> String {
    text.map { quoted($0) } ?? "null"
  }

  public static func number(_ number: Int64?) -> String {
    number.map(String.init) ?? "null"
  }

  public static func boolean(_ value: Bool?) -> String {
    value.map { $0 ? "true" : "false" } ?? "null"
  }

  /// Values that are JSON already.
  public static func array(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  /// Names with values that are JSON already.
  public static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { quoted($0) + ":" + $1 }.joined(separator: ",") + "}"
  }

  private static func hex4(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
