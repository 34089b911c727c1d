internal import CTemporaryFile
internal import CXLSXWriter

/// The files in which libxlsxwriter keeps rows until a workbook is written. It never asks whether
/// writing them went well; this does.
struct TemporaryFiles {
  let directory: String

  /// - Throws: where no file can be made in the directory.
  init(in directory: String) throws(XLSXError) {
    self.directory = directory
    receipt_forget_temporary_failure()
    let file = directory.withCString { lxw_tmpfile(UnsafeMutablePointer(mutating: $0)) }
    if let file { fclose(file) }
    try check()
  }

  /// - Throws: where one of them could not be written since `init`.
  func check() throws(XLSXError) {
    let code = receipt_temporary_failure()
    guard code == 0 else { throw XLSXError(temporaryFilesIn: directory, code) }
  }
}
