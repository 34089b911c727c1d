public import XLSX

/// Puts the rows of a list into a workbook: ids as text, dates as dates, a header that stays in
/// sight, and filters. A list that is longer than a sheet goes on in the next one.
public struct XLSXSink: RowSink {
  private let workbook: Workbook
  private let name: String
  private let rowsPerSheet: Int
  private var columns: [Column] = []
  private var sheet: Sheet?
  private var firstSheet: Sheet?
  private var sheets = 0
  private var nextRow = 0

  /// - Parameters:
  ///   - name: the sheet's, at most 26 characters: further ones are called the same with a number.
  ///   - rowsPerSheet: the header among them.
  public init(_ workbook: Workbook, name: String, rowsPerSheet: Int = SheetLimits.rows) {
    self.workbook = workbook
    self.name = name
    self.rowsPerSheet = rowsPerSheet
  }

  public mutating func begin(_ columns: [Column]) throws {
    self.columns = columns
    try open()
  }

  public mutating func row(_ values: [String?]) throws {
    if nextRow == rowsPerSheet {
      try end()
      try open()
    }
    guard let sheet else { return }
    for (index, (value, column)) in zip(values, columns).enumerated() {
      guard let value else { continue }
      try sheet.write(XLSXSink.cell(value, column.kind), row: nextRow, column: index)
    }
    nextRow += 1
  }

  public mutating func end() throws {
    try sheet?.addFilter(columns: columns.count, lastRow: max(1, nextRow - 1))
    sheet = nil
  }

  private mutating func open() throws {
    sheets += 1
    let sheet = try workbook.addSheet(sheets == 1 ? name : "\(name) \(sheets)")
    try sheet.writeHeader(columns.map(\.name))
    for (index, column) in columns.enumerated() {
      try sheet.setWidth(XLSXSink.width(column), column: index)
    }
    self.sheet = sheet
    firstSheet = firstSheet ?? sheet
    nextRow = 1
  }

  /// Puts a chart on the first sheet.
  func addChart(_ chart: SheetChart) throws {
    guard let firstSheet else { return }
    try workbook.addChart(chart, to: firstSheet)
  }

  /// Numbers that a double cannot hold exactly, and times that a spreadsheet does not know, stay
  /// texts.
  static func cell(_ value: String, _ kind: Column.Kind) -> Cell {
    switch kind {
    case .text, .json: return .text(SpreadsheetText.guarded(value))
    case .identifier: return .text(value)
    case .boolean: return .boolean(value == "t" || value == "true")
    case .number:
      guard let number = Double(value), abs(number) < 9_007_199_254_740_992 else {
        return .text(value)
      }
      return .number(number)
    case .day:
      guard let day = CivilTime.days(value), SheetLimits.days.contains(day) else {
        return .text(value)
      }
      return .day(day)
    case .time:
      guard let seconds = CivilTime.seconds(value),
        SheetLimits.days.contains(Int64(seconds / 86_400))
      else { return .text(value) }
      return .time(seconds)
    }
  }

  private static func width(_ column: Column) -> Double {
    let values =
      switch column.kind {
      case .time: 19.0
      case .day, .number: 11.0
      case .boolean: 8.0
      case .json: 50.0
      case .text, .identifier: 18.0
      }
    return max(values, Double(column.name.count) + 3)
  }
}
