internal import COpenSSL

/// What OpenSSL said, drained from this thread's error queue into values.
public struct OpenSSLError: Error, CustomStringConvertible {
  /// What was being done.
  public let operation: String
  /// The queue's entries, oldest first, as `ERR_error_string_n` words them.
  public let messages: [String]

  public var description: String {
    messages.isEmpty
      ? "\(operation) failed" : "\(operation) failed: \(messages.joined(separator: "; "))"
  }

  /// Takes every entry off the queue, so that the next failure speaks for itself.
  static func draining(_ operation: String) -> OpenSSLError {
    var messages: [String] = []
    while case let code = ERR_get_error(), code != 0 {
      var text = [CChar](repeating: 0, count: 256)
      ERR_error_string_n(code, &text, text.count)
      messages.append(
        String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return OpenSSLError(operation: operation, messages: messages)
  }
}

/// The version of the library that runs, as `OpenSSL 3.0.19 27 Jan 2026`.
public var runtimeVersion: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }
