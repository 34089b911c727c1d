/// A column of an exported list.
public struct Column: Sendable, Equatable {
  /// How a value is written where the format tells kinds apart.
  public enum Kind: Sendable {
    case text, number, boolean
    /// A whole number that names a thing: nobody adds such numbers, and a spreadsheet must not
    /// round them.
    case identifier
    /// A point in time in UTC, as ISO 8601.
    case time
    /// A day, as ISO 8601.
    case day
    /// JSON already, written into JSON as it is.
    case json
  }

  public let name: String
  public let kind: Kind

  public init(_ name: String, _ kind: Kind = .text) {
    self.name = name
    self.kind = kind
  }

  /// Whether the database itself made the text of its values, so that nobody else put it there.
  var isOwnText: Bool {
    switch kind {
    case .number, .identifier, .boolean, .time, .day: true
    case .text, .json: false
    }
  }
}

/// Turns rows into the text of one export format, a row at a time.
public protocol RowWriter {
  /// What comes before the first row; must be called first.
  mutating func header(_ columns: [Column]) -> String
  /// One row, with its line end; values in the order of the columns, nil for null.
  func row(_ values: [String?]) -> String
}

/// Takes the rows of a list, one after the other.
public protocol RowSink {
  /// Called once, before the first row.
  mutating func begin(_ columns: [Column]) throws
  /// Values in the order of the columns, nil for null.
  mutating func row(_ values: [String?]) throws
  /// Called once, after the last row.
  mutating func end() throws
}

/// Hands the text that a writer makes of rows to a closure.
public struct TextSink<Writer: RowWriter>: RowSink {
  private var writer: Writer
  private let output: (String) throws -> Void

  public init(_ writer: Writer, to output: @escaping (String) throws -> Void) {
    self.writer = writer
    self.output = output
  }

  public mutating func begin(_ columns: [Column]) throws {
    let text = writer.header(columns)
    if !text.isEmpty { try output(text) }
  }

  public mutating func row(_ values: [String?]) throws { try output(writer.row(values)) }

  public mutating func end() throws {}
}
