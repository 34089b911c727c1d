internal import COpenSSL

/// Whether `d2i_PKCS7` can read a container: for the parts that a reader of receipts has no use for, but
/// that must be well-formed all the same.
public enum PKCS7Syntax {
  /// Revocation lists and attributes included. Octets behind the container are nobody's business here.
  public static func isReadable(_ encoded: Span<UInt8>) -> Bool {
    defer { ERR_clear_error() }
    let pkcs7 = encoded.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return d2i_PKCS7(nil, &cursor, buffer.count)
    }
    PKCS7_free(pkcs7)
    return pkcs7 != nil
  }
}
