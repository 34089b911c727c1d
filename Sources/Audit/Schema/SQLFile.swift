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

  /// The statements of the file. The extended protocol takes one at a time, so lines that hold
  /// `-- statement` and nothing else part them.
  public var statements: [String] {
    text.split(separator: "-- statement\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// Runs the statements in their order. `$1` stands for the run's id wherever they need it.
  ///
  /// - Returns: the rows of the last statement.
  @discardableResult
  public func run(on connection: Connection, runID: Int64? = nil) throws(PostgreSQLError) -> Rows? {
    var rows: Rows?
    for statement in statements {
      var parameters: [Value] = []
      if let runID, statement.contains("$1") { parameters = [.int8(runID)] }
      rows = try connection.query(statement, parameters)
    }
    return rows
  }
}
