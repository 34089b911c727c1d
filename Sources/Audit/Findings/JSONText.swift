/// A JSON value that PostgreSQL's jsonb takes: what holds NUL is written so that it can be seen.
///
/// Object members keep the order in which they are given, so that equal evidence is equal text.
indirect enum JSONText: Sendable, Equatable {
  case text(String)
  case number(Int64)
  case bool(Bool)
  case array([JSONText])
  case object([Member])

  /// One name and value of an object.
  struct Member: Sendable, Equatable {
    var name: String
    var value: JSONText
  }

  /// An object without those members whose value is nil.
  static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
    .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  /// Text, or nothing.
  static func optional(_ text: String?) -> JSONText? { text.map(JSONText.text) }

  /// The value as JSON.
  var serialized: String {
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .text(let text): Self.write(text, to: &output)
    case .number(let number): output += String(number)
    case .bool(let bool): output += bool ? "true" : "false"
    case .array(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        Self.write(member.name, to: &output)
        output += ":"
        member.value.write(to: &output)
      }
      output += "}"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      // jsonb has no NUL, not even escaped: a backslash and what it would have been instead.
      case "\0": output += "\\\\x00"
      case "\u{01}"..<"\u{20}", "\u{7F}":
        let hex = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
