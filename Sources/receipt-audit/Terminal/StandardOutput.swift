import Foundation
import Glibc
import Reports

/// Standard output: the data that a command was asked for, and nothing else.
///
/// SIGPIPE is ignored by the whole process, so that a reader who has seen enough (`| head`) shows
/// itself as `ClosedByReader` and the command ends quietly.
enum StandardOutput {
  /// The reader at the other end of standard output has gone.
  struct ClosedByReader: Error {}

  static func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  static func write(_ bytes: [UInt8]) throws {
    try FileDescriptor.write(bytes[...], to: STDOUT_FILENO)
  }

  static func line(_ text: String) throws {
    try write(text + "\n")
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes what a file holds.
  static func copy(_ path: String) throws {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
      try write([UInt8](piece))
    }
  }
}

/// Standard error: progress, notices and errors.
enum Diagnostics {
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// One line of its own: whatever could end it, or a terminal could obey, is shown as an escape.
  static func line(_ text: String) {
    raw("receipt-audit: " + TerminalText.escape(text) + "\n")
  }

  /// Standard error that cannot be written to has nobody to complain to.
  static func raw(_ text: String) {
    try? FileDescriptor.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

/// Plain writes; Foundation's file handles end the process when a write fails.
private enum FileDescriptor {
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
    var rest = bytes
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw StandardOutput.ClosedByReader()
      } else if errno != EINTR {
        throw CommandFailure("cannot write the output: \(unsafe String(cString: strerror(errno)))")
      }
    }
  }
}
