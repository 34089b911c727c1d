internal import COpenSSL

/// What `d2i_PKCS7` and `PKCS7_verify` say of a receipt: the way that other validators go.
///
/// It is the second opinion of the tests and the peer of the benchmark; no verdict rests on it.
public struct PKCS7Opinion: Sendable {
  private let anchors: [Certificate]

  public init(anchors: [Certificate]) { self.anchors = anchors }

  /// Whether OpenSSL accepts container, signature and chain at `seconds` since 1970.
  ///
  /// Markers, digests and the number of signers are not its business; OpenSSL takes notAfter itself
  /// for expired, where RFC 5280 includes it.
  public func accepts(_ der: [UInt8], at seconds: Int64) -> Bool {
    defer { ERR_clear_error() }
    let pkcs7 = der.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      return d2i_PKCS7(nil, &cursor, buffer.count)
    }
    guard let pkcs7 else { return false }
    defer { PKCS7_free(pkcs7) }
    guard let store = X509_STORE_new(), let content = BIO_new(BIO_s_mem()) else { return false }
    defer {
      X509_STORE_free(store)
      BIO_free(content)
    }
    for anchor in anchors { anchor.add(to: store) }
    X509_VERIFY_PARAM_set_time(X509_STORE_get0_param(store), time_t(seconds))
    return PKCS7_verify(pkcs7, nil, store, nil, content, 0) == 1
  }
}
