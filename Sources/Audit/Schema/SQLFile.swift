public import PostgreSQL
import SQLFiles

/// A file of `sql/`, as it was when the program was compiled.
public struct SQLFile: Sendable, Equatable {
  /// Path under `sql/` without its extension, such as `rules/cancellations`.
  public let path: String
  /// The whole text.
  public let text: String

  /// The file at a path; nil where there is none.
  public init?(_ path: String) {
    guard let text = unsafe sql_file_text(path) else { return nil }
    self.path = path
    self.text = unsafe String(cString: text)
  }

  /// The files of a directory such as `rules`, in the order in which they are to be run.
  public static func all(in directory: String) -> [SQLFile] {
    var files: [SQLFile] = []
    var index = 0
    while let path = unsafe sql_file_path(index) {
      let path = unsafe String(cString: path)
      index += 1
      if path.hasPrefix(directory + "/"), let file = SQLFile(path) { files.append(file) }
    }
    return files
  }

  /// How far a comparison looks: statements that differ by it name the one that they are for.
  public enum Scope: String, Sendable {
    /// All that is stored.
    case full
    /// What changed since the published run.
    case incremental
  }

  /// A statement of the file.
  public struct Statement: Sendable, Equatable {
    public var text: String
    /// nil: for either.
    public var scope: Scope?

    init(text: String, scope: Scope? = nil) {
      self.text = text
      self.scope = scope
    }
  }

  /// The statements of the file. The extended protocol takes one at a time, so lines part them that
  /// hold `-- statement` and nothing else but the scope of the one that follows.
  public var statements: [Statement] {
    var statements = [Statement(text: "")]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "-- statement" {
        statements.append(Statement(text: ""))
      } else if line.hasPrefix("-- statement "),
        let scope = Scope(rawValue: String(line.dropFirst("-- statement ".count)))
      {
        statements.append(Statement(text: "", scope: scope))
      } else {
        statements[statements.count - 1].text += line + "\n"
      }
    }
    return statements.filter(\.isExecutable)
  }

  /// Runs the statements in their order, of those for one scope only `scope`'s. `$1` stands for the
  /// run's id wherever they need it.
  ///
  /// - Returns: the rows of the last statement.
  @discardableResult
  public func run(
    on connection: Connection, runID: Int64? = nil, scope: Scope = .full
  ) throws(PostgreSQLError) -> Rows? {
    var rows: Rows?
    for statement in statements where statement.scope == nil || statement.scope == scope {
      var parameters: [Value] = []
      if let runID, statement.text.contains("$1") { parameters = [.int8(runID)] }
      rows = try connection.query(statement.text, parameters)
    }
    return rows
  }
}

extension SQLFile.Statement {
  /// Whether it is more than the comment that heads a file.
  fileprivate var isExecutable: Bool {
    text.split(separator: "\n").contains { line in
      let code = line.drop { $0 == " " }
      return !code.isEmpty && !code.hasPrefix("--")
    }
  }
}
