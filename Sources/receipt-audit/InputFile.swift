import Foundation

/// Files that a user names.
enum InputFile {
  /// The whole content; `-` is standard input. Works for pipes and devices too.
  static func read(_ path: String) throws -> [UInt8] {
    if path == "-" { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      return Array(try handle.readToEnd() ?? Data())
    } catch {
      throw CommandFailure("cannot read \(path): \(reason(error))")
    }
  }

  /// The system's own words, where Foundation has wrapped them up.
  static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if underlying.domain == NSPOSIXErrorDomain, let text = unsafe strerror(Int32(underlying.code)) {
      return unsafe String(cString: text)
    }
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileReadNoSuchFile, .fileNoSuchFile: "No such file or directory"
    case .fileReadNoPermission, .fileWriteNoPermission: "Permission denied"
    default: error.localizedDescription
    }
  }
}
