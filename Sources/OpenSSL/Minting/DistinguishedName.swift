internal import COpenSSL

/// A certificate's subject or issuer: attribute types and values in order (RFC 5280 4.1.2.4).
public struct DistinguishedName: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    /// OpenSSL's short name (`CN`, `O`, `OU`, `C`, `emailAddress`) or a dotted object identifier.
    public var type: String
    public var value: String

    public init(_ type: String, _ value: String) {
      self.type = type
      self.value = value
    }
  }

  public var entries: [Entry]

  public init(_ entries: KeyValuePairs<String, String>) {
    self.entries = entries.map { Entry($0.key, $0.value) }
  }

  /// The DER encoding, as it stands in certificates and signer identifiers.
  public func encoded() throws(OpenSSLError) -> [UInt8] {
    let name = try makeName()
    defer { X509_NAME_free(name) }
    return encodedBytes { i2d_X509_NAME(name, $0) }
  }

  /// The caller frees it.
  func makeName() throws(OpenSSLError) -> OpaquePointer {
    ERR_clear_error()
    guard let name = X509_NAME_new() else { throw OpenSSLError.draining("naming") }
    for entry in entries {
      let value = Array(entry.value.utf8)
      let added = X509_NAME_add_entry_by_txt(
        name, entry.type, MBSTRING_FLAG, value, Int32(value.count), -1, 0)
      guard added == 1 else {
        X509_NAME_free(name)
        throw OpenSSLError.draining("naming \(entry.type)")
      }
    }
    return name
  }
}

/// What an `i2d_` function writes.
func encodedBytes(
  _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) -> [UInt8] {
  let length = Int(encode(nil))
  guard length > 0 else { return [] }
  return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
    var cursor = buffer.baseAddress
    count = max(0, Int(encode(&cursor)))
  }
}
