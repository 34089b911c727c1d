internal import CXLSXWriter

/// One worksheet, filled from the top. Valid as long as its workbook.
public struct Sheet {
  let pointer: UnsafeMutablePointer<lxw_worksheet>
  public let name: String
  private let formats: Workbook.Formats
  private let temporaryFiles: TemporaryFiles

  init(
    _ pointer: UnsafeMutablePointer<lxw_worksheet>, name: String, formats: Workbook.Formats,
    temporaryFiles: TemporaryFiles
  ) {
    self.pointer = pointer
    self.name = name
    self.formats = formats
    self.temporaryFiles = temporaryFiles
  }

  /// Writes the first row, in bold.
  public func writeHeader(_ names: [String]) throws(XLSXError) {
    for (column, name) in names.enumerated() {
      try XLSXError.check(
        worksheet_write_string(pointer, 0, UInt16(column), name, formats.header), "write a header")
    }
  }

  /// Writes a cell; rows must come in order, numbered from 0.
  public func write(_ cell: Cell, row: Int, column: Int) throws(XLSXError) {
    let row = UInt32(row)
    let column = UInt16(column)
    let code =
      switch cell {
      case .blank: LXW_NO_ERROR
      case .text(let text):
        worksheet_write_string(pointer, row, column, SheetLimits.fitting(text), formats.text)
      case .number(let number): worksheet_write_number(pointer, row, column, number, nil)
      case .boolean(let value): worksheet_write_boolean(pointer, row, column, value ? 1 : 0, nil)
      case .day(let day):
        worksheet_write_number(
          pointer, row, column, Double(day) + Self.epoch, formats.day)
      case .time(let seconds):
        worksheet_write_number(
          pointer, row, column, seconds / 86_400 + Self.epoch, formats.time)
      }
    try XLSXError.check(code, "write a cell")
    // Nothing is gained by going on to the last of a million rows.
    try temporaryFiles.check()
  }

  /// Lets the reader filter by the columns of the header.
  public func addFilter(columns: Int, lastRow: Int) throws(XLSXError) {
    try XLSXError.check(
      worksheet_autofilter(pointer, 0, 0, UInt32(lastRow), UInt16(columns - 1)), "add a filter")
  }

  /// - Parameter width: in characters.
  public func setWidth(_ width: Double, column: Int) throws(XLSXError) {
    let column = UInt16(column)
    try XLSXError.check(
      worksheet_set_column(pointer, column, column, width, nil), "set a width")
  }

  /// 1970-01-01 in days of a spreadsheet.
  private static let epoch = 25_569.0
}
