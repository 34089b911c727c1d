import CFileExchange
import Glibc

/// The step by which a finished file or directory gets its name.
enum FinalName {
  /// Gives what is called `temporary` the name `path`, and makes that durable. What stood there
  /// before is called `temporary` then; where this fails, all is as it was.
  static func take(_ path: String, from temporary: String) throws(ReportError) {
    let isExchanged = try move(temporary, to: path)
    do { try SystemFailure.syncDirectory(WholeFile.directory(of: path)) } catch {
      if isExchanged {
        _ = unsafe receipt_exchange_names(path, temporary)
      } else {
        _ = unsafe rename(path, temporary)
      }
      throw error
    }
  }

  /// - Returns: whether something stood there, which has the other name now.
  private static func move(_ temporary: String, to path: String) throws(ReportError) -> Bool {
    // A file system that cannot exchange names (EINVAL) may still give one up for another.
    if unsafe receipt_exchange_names(temporary, path) == 0 { return true }
    guard [ENOENT, EINVAL].contains(errno) else { throw SystemFailure.error("replace", path) }
    guard unsafe rename(temporary, path) == 0 else { throw SystemFailure.error("make", path) }
    return false
  }
}
