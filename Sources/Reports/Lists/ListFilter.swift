import PostgreSQL

/// What of a list is asked for; nil for all.
public struct ListFilter: Sendable, Equatable {
  /// A point in time, as ISO 8601.
  public var since: String?
  public var rule: String?
  public var severity: String?
  /// A bundle id.
  public var app: String?
  public var account: String?

  public init() {}

  /// The query with its `{since}`, `{rule}`, `{severity}`, `{app}` and `{account}` filled in.
  func filling(_ query: String, on connection: Connection) throws -> String {
    let values = [
      "since": since, "rule": rule, "severity": severity, "app": app, "account": account,
    ]
    var filled = query
    for (name, value) in values where filled.contains("{\(name)}") {
      let literal = try value.map { try connection.escapeLiteral($0) } ?? "null"
      let type = name == "since" ? "timestamptz" : "text"
      filled = filled.replacing("{\(name)}", with: "\(literal)::\(type)")
    }
    return filled
  }
}
