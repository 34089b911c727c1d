import Foundation

@testable import Reports

/// Reads a workbook with openpyxl, which shares no line with what wrote it.
enum SpreadsheetReader {
  struct Sheet: Decodable {
    var name: String
    /// Type and text of each cell: `n` number, `s` string, `b` boolean, `d` date, `f` formula, `-`
    /// nothing.
    var rows: [[[String]]]
    var frozen: String?
    var filter: String?
    /// Of each chart its kind, and the cells of its series.
    var charts: [[String]]

    var texts: [[String]] { rows.map { $0.map { $0[1] } } }
  }

  /// A cell of a list as it must read back: ids and texts as texts, dates as dates.
  static func cell(_ value: String?, _ column: Column) -> [String] {
    guard let value else { return ["-", ""] }
    switch column.kind {
    case .number: return ["n", number(value)]
    case .boolean: return ["b", value == "true" || value == "t" ? "True" : "False"]
    case .time: return ["d", String(value.prefix(19))]
    case .day: return ["d", value + "T00:00:00"]
    case .identifier: return ["s", value]
    case .text, .json: return ["s", SpreadsheetText.guarded(value)]
    }
  }

  /// As a spreadsheet has a number: without a fraction of zero.
  private static func number(_ value: String) -> String {
    guard let number = Double(value) else { return value }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }

  static func sheets(_ path: String) throws -> [Sheet] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script, path]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([Sheet].self, from: data)
  }

  private static let script = """
    import json, sys, openpyxl
    book = openpyxl.load_workbook(sys.argv[1])
    def cell(c):
      if c.value is None: return ["-", ""]
      if c.data_type == "d": return ["d", c.value.isoformat()]
      return [c.data_type, str(c.value)]
    print(json.dumps([{
      "name": s.title, "rows": [[cell(c) for c in r] for r in s.iter_rows()],
      "frozen": s.freeze_panes, "filter": s.auto_filter.ref,
      "charts": [[c.tagname + " " + (c.barDir or "")] + [v.val.numRef.f for v in c.series]
        for c in s._charts]}
      for s in book.worksheets]))
    """
}

/// A directory of a test's own, gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/reports-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// Strings that attackers put into receipts.
enum Hostile {
  /// Those that a spreadsheet would obey.
  static let formulas = [
    "=HYPERLINK(\"http://x\",\"y\")", "+1", "-1+2", "@SUM(A1)", "\t=1+1", "\r=1+1", "\n=1+1",
    "\u{FF1D}1+1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}SUM(A1)",
  ]
  /// Those that a spreadsheet would obey which splits at semicolons.
  static let split = ["a;=1+1", "b\";=HYPERLINK(\"http://x\")"]
  /// Those that a browser would obey.
  static let markup = [
    "<script>alert(1)</script>", "\" onload=alert(1) x=\"", "' onmouseover='alert(1)", "]]>",
    "&#60;script&#62;", "--><img src=x onerror=alert(1)>", "</style><script>alert(1)</script>",
    "<svg/onload=alert(1)>", "javascript:alert(1)",
  ]
  /// Those that a terminal or a reader's eye would obey.
  static let controls = [
    "a\nb", "a\u{1B}[31mb", "a\rb", "a\u{202E}gpj.exe", "a\u{2066}b\u{2069}", "a\u{0}b",
    "a\u{9B}b", "a\u{FFFE}b", "_x0041_",
  ]
  static let all = formulas + split + markup + controls
}
