/// JSON to be signed, also such as no library would write.
public indirect enum JSONDraft: Sendable, Equatable {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case array([JSONDraft])
  case object([Member])
  /// Written as it is.
  case raw(String)

  /// A name and value of an object; a name may stand there twice.
  public struct Member: Sendable, Equatable {
    public var name: String
    public var value: JSONDraft

    public init(_ name: String, _ value: JSONDraft) {
      self.name = name
      self.value = value
    }
  }

  /// Without white space, members in their order.
  public var serialized: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .array(let values): "[" + values.map(\.serialized).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { Self.quoted($0.name) + ":" + $0.value.serialized }.joined(separator: ",")
        + "}"
    case .raw(let text): text
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{00}"..<"\u{20}":
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension [JSONDraft.Member] {
  /// The value of a name; setting nil takes the member away.
  public subscript(name: String) -> JSONDraft? {
    get { first { $0.name == name }?.value }
    set {
      guard let place = firstIndex(where: { $0.name == name }) else {
        if let newValue { append(.init(name, newValue)) }
        return
      }
      if let newValue { self[place].value = newValue } else { remove(at: place) }
    }
  }
}
