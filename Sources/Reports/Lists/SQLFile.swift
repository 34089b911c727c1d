import SQLFiles

/// The queries of this room, each a file under `sql/`.
enum SQLFile {
  /// A query by its path without `.sql`, ready to stand inside another: without its semicolon.
  static func query(_ path: String) -> String {
    guard let text = unsafe report_file_text(path) else {
      preconditionFailure("no file sql/\(path).sql is compiled in")
    }
    var query = unsafe Substring(String(cString: text))
    while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
    // A comment at the end must not swallow what follows.
    return query + "\n"
  }
}
