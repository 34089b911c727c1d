/// A value of a JSON text (RFC 8259).
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  /// May hold NUL (written `\u0000`): `SafeText` makes it fit to be stored.
  case text(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// A number that a program can hold.
enum JSONNumber: Sendable, Equatable {
  /// Written without fraction and exponent.
  case integer(Int64)
  /// Finite.
  case fraction(Double)

  /// The number, where it is a whole one that both forms hold exactly.
  var whole: Int64? {
    switch self {
    case .integer(let value): value
    case .fraction(let value): abs(value) <= 0x1p53 ? Int64(exactly: value) : nil
    }
  }
}

/// The members of an object, in the order in which they are written; no name stands there twice.
struct JSONObject: Sendable {
  var members: [JSONMember] = []

  /// The value of a member; nil where there is none.
  subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// The text of a member; nil where there is none or it is something else.
  func text(_ name: String) -> String? {
    if case .text(let text) = self[name] { text } else { nil }
  }
}

/// A name and its value.
struct JSONMember: Sendable {
  var name: String
  var value: JSONValue
  /// Where the value stands in the JSON text.
  var range: Range<Int>
}
