/// What of a table is drawn: stacked series over categories.
struct ChartSpec: Sendable {
  enum Shape: Sendable {
    /// Columns that stand side by side, for times.
    case columns
    /// Bars that lie below one another, for names.
    case bars
  }

  var shape: Shape
  var category: String
  /// A second column that tells rows of one category apart.
  var qualifier: String?
  var series: [String]
  /// Rows that are drawn, from the first on; the table has all.
  var shown = Int.max
}

/// The numbers of a chart, taken out of its table.
struct ChartData {
  let categories: [String]
  let series: [String]
  /// By category, then by series; never negative.
  let values: [[Int64]]

  init(_ spec: ChartSpec, _ table: RowTable) {
    series = spec.series
    let rows = table.rows.indices.prefix(spec.shown)
    categories = rows.map { row in
      let category = table.value(row, spec.category) ?? "unknown"
      return spec.qualifier.flatMap { table.value(row, $0) }.map { "\(category), \($0)" }
        ?? category
    }
    values = rows.map { row in
      spec.series.map { max(0, table.number(row, $0) ?? 0) }
    }
  }

  var isEmpty: Bool { categories.isEmpty }

  /// The end of an axis: the next number above the largest stack that people count in.
  var top: Int64 {
    var ten: Int64 = 1
    while ten * 10 < highest { ten *= 10 }
    return [1, 2, 4, 5, 6, 8, 10].map { $0 * ten }.first { $0 >= highest } ?? highest
  }

  /// The largest stack, at least 1.
  var highest: Int64 { max(1, values.map { $0.reduce(0, +) }.max() ?? 0) }
}

/// Colours that mean the same in every chart: red is what accuses, amber what is still there, green
/// what is done with.
enum SeriesColour {
  private static let named = [
    "critical": 1, "forged": 1, "new": 1, "refunded_or_revoked": 1,
    "warning": 2, "untrusted": 2, "still_open": 2, "shown": 2,
    "resolved": 3, "settled": 3, "upgraded": 3, "quarantined": 3,
    "genuine": 0, "info": 0, "silent": 0, "test": 4, "corrupt": 5, "unsupported": 6, "other": 6,
    "expired": 6,
    "empty": 7,
  ]

  /// As spreadsheets have them: those of the page in light.
  private static let values: [UInt32] = [
    0x1F77B4, 0xD1495B, 0xEDAE49, 0x66A182, 0x8D6CAB, 0x2E4057, 0x9AA5B1, 0xB08968,
  ]

  /// One of the eight colours of the stylesheet, for a series or else its place.
  static func number(_ series: String, at place: Int) -> Int { named[series] ?? place % 8 }

  static func value(_ series: String, at place: Int) -> UInt32 { values[number(series, at: place)] }
}
