/// Rows as JSON Lines: one object a line (RFC 8259), values as they are in the database.
public struct JSONLinesWriter: RowWriter {
  private var columns: [Column] = []

  public init() {}

  public mutating func header(_ columns: [Column]) -> String {
    self.columns = columns
    return ""
  }

  public func row(_ values: [String?]) -> String {
    let members = zip(columns, values).map { column, value in
      JSONText.quoted(column.name) + ":" + JSONLinesWriter.value(value, column.kind)
    }
    return "{" + members.joined(separator: ",") + "}\n"
  }

  private static func value(_ value: String?, _ kind: Column.Kind) -> String {
    guard let value else { return "null" }
    return switch kind {
    case .text, .time, .day: JSONText.quoted(value)
    case .number, .identifier, .json: value
    case .boolean: value == "t" || value == "true" ? "true" : "false"
    }
  }
}
