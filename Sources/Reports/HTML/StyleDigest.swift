import OpenSSL

/// The digest by which a Content-Security-Policy names the one stylesheet that it allows (W3C,
/// "Content Security Policy Level 3", 2.3.1).
enum StyleDigest {
  static func source(_ css: String) -> String {
    let digest = RunningDigest(.sha256)
    digest.update(Array(css.utf8))
    return "sha256-" + base64(digest.value())
  }

  /// RFC 4648, section 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(
          place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
