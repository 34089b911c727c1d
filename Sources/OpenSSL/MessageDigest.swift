internal import COpenSSL

/// A digest algorithm, fetched once: an implicit fetch costs more than a small digest does.
public final class MessageDigest: @unchecked Sendable {
  // Unchecked: the EVP_MD is immutable once fetched (EVP_MD_fetch(3): may be shared by threads).
  let pointer: OpaquePointer
  /// Octets of a digest.
  public let size: Int

  public static let sha1 = MessageDigest("SHA1")
  public static let sha256 = MessageDigest("SHA256")

  /// The digests that receipts need and this host's provider configuration withholds: where there are
  /// any, nothing here can be used.
  public static var withheld: [String] {
    ["SHA1", "SHA256"].filter { name in
      let digest = EVP_MD_fetch(nil, name, nil)
      defer { EVP_MD_free(digest) }
      if digest == nil { ERR_clear_error() }
      return digest == nil
    }
  }

  /// A host without SHA-1 or SHA-256 cannot run any part of this program.
  private init(_ name: String) {
    guard let pointer = EVP_MD_fetch(nil, name, nil) else {
      fatalError("OpenSSL provides no \(name): check the provider configuration (openssl.cnf)")
    }
    self.pointer = pointer
    size = Int(EVP_MD_get_size(pointer))
  }
}

/// Computes digests; one for each thread, reused.
public final class DigestContext {
  private let pointer: OpaquePointer  // EVP_MD_CTX

  public init() {
    guard let pointer = EVP_MD_CTX_new() else { fatalError("out of memory") }
    self.pointer = pointer
  }

  deinit { EVP_MD_CTX_free(pointer) }

  /// The digest of `bytes`.
  public func digest(_ bytes: Span<UInt8>, _ algorithm: MessageDigest) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: algorithm.size) { buffer, count in
      var length: UInt32 = 0
      let done = bytes.withUnsafeBufferPointer { input in
        EVP_DigestInit_ex2(pointer, algorithm.pointer, nil) == 1
          && EVP_DigestUpdate(pointer, input.baseAddress, input.count) == 1
          && EVP_DigestFinal_ex(pointer, buffer.baseAddress, &length) == 1
      }
      guard done else { fatalError("\(OpenSSLError.draining("digest"))") }
      count = Int(length)
    }
  }
}
