internal import COpenSSL

/// A digest of octets that come in pieces, such as a file that is being written.
public final class RunningDigest {
  private let pointer: OpaquePointer  // EVP_MD_CTX
  private let algorithm: MessageDigest

  public init(_ algorithm: MessageDigest) {
    guard let pointer = EVP_MD_CTX_new() else { fatalError("out of memory") }
    guard EVP_DigestInit_ex2(pointer, algorithm.pointer, nil) == 1 else {
      fatalError("\(OpenSSLError.draining("digest"))")
    }
    self.pointer = pointer
    self.algorithm = algorithm
  }

  deinit { EVP_MD_CTX_free(pointer) }

  /// Takes the next octets.
  public func update(_ bytes: [UInt8]) {
    guard EVP_DigestUpdate(pointer, bytes, bytes.count) == 1 else {
      fatalError("\(OpenSSLError.draining("digest"))")
    }
  }

  /// The digest of all that came so far; more may follow.
  public func value() -> [UInt8] {
    guard let copy = EVP_MD_CTX_new() else { fatalError("out of memory") }
    defer { EVP_MD_CTX_free(copy) }
    return [UInt8](unsafeUninitializedCapacity: algorithm.size) { buffer, count in
      var length: UInt32 = 0
      guard EVP_MD_CTX_copy_ex(copy, pointer) == 1,
        EVP_DigestFinal_ex(copy, buffer.baseAddress, &length) == 1
      else { fatalError("\(OpenSSLError.draining("digest"))") }
      count = Int(length)
    }
  }
}
