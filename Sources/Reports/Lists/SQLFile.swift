import SQLFiles

/// The queries of this room, each a file under `sql/`.
enum SQLFile {
  /// A query by its path without `.sql`, ready to stand inside another: without its semicolon, and
  /// without comments, so that no value filled in can end one and begin a statement.
  static func query(_ path: String) -> String {
    guard let text = unsafe report_file_text(path) else {
      preconditionFailure("no file sql/\(path).sql is compiled in")
    }
    let lines = unsafe String(cString: text).split(separator: "\n").filter { line in
      !line.drop { $0 == " " }.hasPrefix("--")
    }
    var query = Substring(lines.joined(separator: "\n"))
    while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
    return query + "\n"
  }
}
