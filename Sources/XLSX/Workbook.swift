internal import CTemporaryFile
internal import CXLSXWriter
import Glibc

/// A workbook (ECMA-376) that is written row by row in flat memory. Belongs to one thread.
///
/// Rows go out in their order and cannot be gone back to: that is what keeps memory flat.
public final class Workbook {
  private var pointer: UnsafeMutablePointer<lxw_workbook>?
  private let formats: Formats
  private let path: String
  private let isTemporary: Bool
  private let temporaryFiles: TemporaryFiles

  /// - Parameters:
  ///   - path: where the file is made when it is closed; an existing one is replaced.
  ///   - temporaryDirectory: where rows wait until then, and the parts of the file while it is made.
  ///   - isTemporary: the file is in that directory too, on its way to somewhere else.
  public init(
    path: String, temporaryDirectory: String, isTemporary: Bool = false
  ) throws(XLSXError) {
    self.path = path
    self.isTemporary = isTemporary
    temporaryFiles = try TemporaryFiles(in: temporaryDirectory)
    let made = temporaryDirectory.withCString { directory in
      var options = lxw_workbook_options(
        constant_memory: 1, tmpdir: UnsafeMutablePointer(mutating: directory), use_zip64: 1)
      return workbook_new_opt(path, &options)
    }
    guard let made else { throw XLSXError("make \(path)", "out of memory") }
    guard let formats = Formats(made) else {
      lxw_workbook_free(made)
      throw XLSXError("make \(path)", "out of memory")
    }
    pointer = made
    self.formats = formats
  }

  /// libxlsxwriter also prints what it answers, to the C library's `stderr`. For a program that says
  /// it itself, and uses that stream for nothing else.
  public static func silenceLibrary() { receipt_silence_standard_error() }

  /// A workbook that was not closed leaves no file.
  deinit { if let pointer { lxw_workbook_free(pointer) } }

  /// Adds a sheet with a frozen first row.
  ///
  /// - Parameter name: at most 31 characters, without `[ ] : * ? / \`.
  public func addSheet(_ name: String) throws(XLSXError) -> Sheet {
    guard let pointer else { throw XLSXError("add sheet \(name)", "the workbook is closed") }
    try XLSXError.check(workbook_validate_sheet_name(pointer, name), "add sheet \(name)")
    guard let sheet = workbook_add_worksheet(pointer, name) else {
      try temporaryFiles.check()
      throw XLSXError("add sheet \(name)", "out of memory")
    }
    worksheet_freeze_panes(sheet, 1, 0)
    // Ids are texts on purpose: no warning on each of them.
    worksheet_ignore_errors(
      sheet, UInt8(LXW_IGNORE_NUMBER_STORED_AS_TEXT.rawValue), "A1:XFD1048576")
    return Sheet(sheet, name: name, formats: formats, temporaryFiles: temporaryFiles)
  }

  /// Puts a chart over columns of a sheet onto it.
  public func addChart(_ chart: SheetChart, to sheet: Sheet) throws(XLSXError) {
    guard let pointer else { throw XLSXError("add a chart", "the workbook is closed") }
    guard let made = workbook_add_chart(pointer, UInt8(chart.type.rawValue)) else {
      throw XLSXError("add a chart", "out of memory")
    }
    for drawn in chart.series {
      let column = UInt16(drawn.column)
      guard let series = chart_add_series(made, nil, nil) else {
        throw XLSXError("add a series", "out of memory")
      }
      chart_series_set_categories(
        series, sheet.name, 1, UInt16(chart.categories), UInt32(chart.rows),
        UInt16(chart.categories))
      chart_series_set_values(
        series, sheet.name, 1, column, UInt32(chart.rows), column)
      chart_series_set_name_range(series, sheet.name, 0, column)
      var fill = lxw_chart_fill(color: drawn.colour, none: 0, transparency: 0)
      chart_series_set_fill(series, &fill)
    }
    chart_title_set_name(made, chart.title)
    if chart.isHorizontal { chart_axis_set_reverse(made.pointee.y_axis) }
    var options = lxw_chart_options()
    options.x_scale = 1.6
    options.y_scale = 1.4
    try XLSXError.check(
      worksheet_insert_chart_opt(
        sheet.pointer, 1, UInt16(chart.besideColumn + 1), made, &options),
      "place a chart")
  }

  /// Writes the file.
  ///
  /// - Throws: also where something is missing in it because a temporary file could not be written.
  public func close() throws(XLSXError) {
    guard let open = pointer else { return }
    try temporaryFiles.check()
    pointer = nil
    errno = 0
    let code = workbook_close(open)
    let systemError = errno
    try temporaryFiles.check()
    guard code != LXW_NO_ERROR else { return }
    if isTemporary, systemError != 0 {
      throw XLSXError(temporaryFilesIn: temporaryFiles.directory, systemError)
    }
    throw XLSXError(writing: path, code, systemError)
  }

  /// How kinds of cells look; they live as long as the workbook.
  struct Formats {
    let header, text, day, time: UnsafeMutablePointer<lxw_format>

    init?(_ workbook: UnsafeMutablePointer<lxw_workbook>) {
      guard let header = workbook_add_format(workbook), let text = workbook_add_format(workbook),
        let day = workbook_add_format(workbook), let time = workbook_add_format(workbook)
      else { return nil }
      format_set_bold(header)
      format_set_bottom(header, UInt8(LXW_BORDER_THIN.rawValue))
      format_set_num_format(text, "@")
      format_set_num_format(day, "yyyy-mm-dd")
      format_set_num_format(time, "yyyy-mm-dd hh:mm:ss")
      self.header = header
      self.text = text
      self.day = day
      self.time = time
    }
  }
}
