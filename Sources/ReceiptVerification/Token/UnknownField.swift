/// A member of a signed payload that has no field of its own, or whose value is not of the known
/// type.
public struct UnknownField: Sendable, Equatable {
  /// The member's name; inside an object, the names on the way with dots between (`data.newField`).
  public var name: String
  /// The value as JSON text, as it was signed, of bounded length.
  public var json: String

  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
