internal import CXLSXWriter

/// A chart over columns of a sheet whose first row is their header.
public struct SheetChart: Sendable {
  public var title: String
  /// Bars that lie, for categories with long names; else columns that stand.
  public var isHorizontal: Bool
  /// The column of the categories, and those of the stacked series.
  public var categories: Int
  public var series: [Int]
  /// Rows below the header.
  public var rows: Int
  /// The last column that the chart must not cover.
  public var besideColumn: Int

  public init(
    title: String, isHorizontal: Bool, categories: Int, series: [Int], rows: Int, besideColumn: Int
  ) {
    self.title = title
    self.isHorizontal = isHorizontal
    self.categories = categories
    self.series = series
    self.rows = rows
    self.besideColumn = besideColumn
  }

  var type: lxw_chart_type { isHorizontal ? LXW_CHART_BAR_STACKED : LXW_CHART_COLUMN_STACKED }
}
