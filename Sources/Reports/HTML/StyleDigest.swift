import OpenSSL

/// The digest by which a Content-Security-Policy names the one stylesheet that it allows (W3C,
/// "Content Security Policy Level 3", 2.3.1).
enum StyleDigest {
  static func source(_ css: String) -> String {
    let digest = RunningDigest(.sha256)
    digest.update(Array(css.utf8))
    return "sha256-" + Base64Text.text(digest.value())
  }
}
