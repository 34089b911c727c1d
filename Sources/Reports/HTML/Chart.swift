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
}

/// The numbers of a chart, taken out of its table.
struct ChartData {
  let categories: [String]
  let series: [String]
  /// By category, then by series; never negative.
  let values: [[Int64]]

  init(_ spec: ChartSpec, _ table: RowTable) {
    series = spec.series
    categories = table.rows.indices.map { row in
      let category = table.value(row, spec.category) ?? "unknown"
      return spec.qualifier.flatMap { table.value(row, $0) }.map { "\(category), \($0)" }
        ?? category
    }
    values = table.rows.indices.map { row in
      spec.series.map { max(0, table.number(row, $0) ?? 0) }
    }
  }

  var isEmpty: Bool { categories.isEmpty }

  /// The largest stack, at least 1.
  var highest: Int64 { max(1, values.map { $0.reduce(0, +) }.max() ?? 0) }
}
