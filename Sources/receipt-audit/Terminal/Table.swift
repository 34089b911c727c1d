import PostgreSQL
import Reports

/// A small result for people (aligned columns) or programs (JSON Lines).
struct Table {
  private let table: RowTable

  /// Reads the whole list.
  init(_ listing: Listing, _ connection: Connection) throws {
    table = try listing.rows(from: connection)
  }

  func write(json: Bool) throws {
    let output = BufferedOutput()
    if json {
      var writer = JSONLinesWriter()
      try output.write(writer.header(table.columns))
      for row in table.rows { try output.write(writer.row(row)) }
    } else {
      try output.write(AlignedText.table(table) + "\n")
    }
    try output.flush()
  }
}
