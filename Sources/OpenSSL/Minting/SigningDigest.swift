internal import COpenSSL

/// The digests that a forged signature can be made with, also those that no verifier may accept.
public enum SigningDigest: String, Sendable, CaseIterable {
  case md5, sha1, sha256, sha384, sha512

  /// Owned by the library; nil where a provider configuration withholds the algorithm.
  var algorithm: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }

  /// The digest of `bytes`.
  public func hash(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    ERR_clear_error()
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard EVP_Digest(bytes, bytes.count, &digest, &length, algorithm, nil) == 1 else {
      throw OpenSSLError.draining("\(rawValue) digest")
    }
    return Array(digest.prefix(Int(length)))
  }
}
