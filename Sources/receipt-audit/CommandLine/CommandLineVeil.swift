import Glibc

/// Keeps passwords from whoever looks at this process from outside.
///
/// libpq has better places for them (a passfile, a service file), but a connection string that comes
/// with one is taken, and `ps` shows the words of a command to everybody on the host.
enum CommandLineVeil {
  /// Overwrites passwords in the words that this process was started with, which must have been read
  /// before, and has no core written that would hold them, or receipts.
  static func draw() {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { continue }
      for range in secrets(in: unsafe String(cString: word)) {
        unsafe memset(word + range.lowerBound, 0x78, range.count)
      }
    }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// Where the word may hold a password, in octets: in a URI what stands before the @, in a string
  /// of keywords all from the first `password` on.
  static func secrets(in word: String) -> [Range<Int>] {
    let octets = Array(word.utf8)
    var ranges: [Range<Int>] = []
    if let scheme = octets.firstRange(of: Array("://".utf8)),
      let end = octets.lastIndex(of: UInt8(ascii: "@")), scheme.upperBound < end
    {
      ranges.append(scheme.upperBound..<end)
    }
    if let keyword = octets.firstRange(of: Array("password".utf8)),
      octets[keyword.upperBound...].contains(UInt8(ascii: "="))
    {
      ranges.append(keyword.upperBound..<octets.count)
    }
    return ranges
  }
}
