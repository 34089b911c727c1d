/// A column of an exported list.
public struct Column: Sendable, Equatable {
  /// How a value is written where the format tells kinds apart.
  public enum Kind: Sendable {
    case text, number, boolean
    /// JSON already, written into JSON as it is.
    case json
  }

  public let name: String
  public let kind: Kind

  public init(_ name: String, _ kind: Kind = .text) {
    self.name = name
    self.kind = kind
  }
}

/// Turns rows into the text of one export format, a row at a time.
public protocol RowWriter {
  /// What comes before the first row; must be called first.
  mutating func header(_ columns: [Column]) -> String
  /// One row, with its line end; values in the order of the columns, nil for null.
  func row(_ values: [String?]) -> String
}
