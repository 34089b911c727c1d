internal import CXLSXWriter

/// A chart over columns of a sheet whose first row is their header.
public struct SheetChart: Sendable {
  public var title: String
  /// Bars that lie, for categories with long names; else columns that stand.
  public var isHorizontal: Bool
  /// A stacked series: its column, and its colour as `0xRRGGBB`.
  public struct Series: Sendable {
    public var column: Int
    public var colour: UInt32

    public init(column: Int, colour: UInt32) {
      self.column = column
      self.colour = colour
    }
  }

  /// The column of the categories.
  public var categories: Int
  public var series: [Series]
  /// Rows below the header.
  public var rows: Int
  /// The last column that the chart must not cover.
  public var besideColumn: Int

  public init(
    title: String, isHorizontal: Bool, categories: Int, series: [Series], rows: Int,
    besideColumn: Int
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
