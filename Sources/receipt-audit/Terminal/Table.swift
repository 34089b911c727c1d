import PostgreSQL
import Reports

/// A small result for people (aligned columns) or programs (JSON Lines).
struct Table {
  private let columns: [Column]
  private let rows: [[String?]]

  /// Reads the whole list.
  init(_ listing: Listing, _ connection: Connection) throws {
    let table = try listing.rows(from: connection)
    columns = table.columns
    rows = table.rows
  }

  func write(json: Bool) throws {
    let output = BufferedOutput()
    if json {
      var writer = JSONLinesWriter()
      try output.write(writer.header(columns))
      for row in rows { try output.write(writer.row(row)) }
    } else {
      try output.write(text)
    }
    try output.flush()
  }

  private var text: String {
    let names = columns.map(\.name)
    let cells = rows.map { $0.map { TerminalText.escape($0 ?? "-") } }
    let widths = names.indices.map { index in
      cells.reduce(names[index].count) { max($0, $1[index].count) }
    }
    return ([names] + cells).map { line($0, widths) + "\n" }.joined()
  }

  /// Numbers stand to the right; the last column is not filled up.
  private func line(_ cells: [String], _ widths: [Int]) -> String {
    cells.indices.map { index in
      let gap = String(repeating: " ", count: widths[index] - cells[index].count)
      if [.number, .identifier].contains(columns[index].kind) { return gap + cells[index] }
      return index == cells.count - 1 ? cells[index] : cells[index] + gap
    }.joined(separator: "  ")
  }
}
