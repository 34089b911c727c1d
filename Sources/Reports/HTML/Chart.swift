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
  var series: [String]
}

/// The numbers of a chart, taken out of its table.
struct ChartData {
  let categories: [String]
  let series: [String]
  /// By category, then by series; never negative.
  let values: [[Int64]]

  init(_ spec: ChartSpec, _ table: RowTable) {
    series = spec.series
    categories = table.rows.indices.map { table.value($0, spec.category) ?? "unknown" }
    values = table.rows.indices.map { row in
      spec.series.map { max(0, table.number(row, $0) ?? 0) }
    }
  }

  var isEmpty: Bool { categories.isEmpty }

  /// The largest stack, at least 1.
  var highest: Int64 { max(1, values.map { $0.reduce(0, +) }.max() ?? 0) }
}
