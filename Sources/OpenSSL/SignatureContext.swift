internal import COpenSSL

/// Verifies signatures over digests; one for each thread, reused.
///
/// Setting up an `EVP_PKEY_CTX` costs a quarter of an RSA-2048 verification, so the last few are kept.
public final class SignatureContext {
  private struct Prepared {
    let key: PublicKey
    let digest: MessageDigest
    let pointer: OpaquePointer  // EVP_PKEY_CTX
  }

  /// Enough for every signer that is in use at one time; more only costs the set-up again.
  private static let capacity = 8

  private var prepared: [Prepared] = []

  public init() {}

  deinit {
    for one in prepared { EVP_PKEY_CTX_free(one.pointer) }
  }

  /// Whether `signature` (RSA: PKCS#1 v1.5, ECDSA: DER) over `digest` was made by `key`.
  ///
  /// EVP_PKEY_verify(3) answers 0 for a wrong signature and negative for other failures: only 1 is true.
  public func isValid(
    _ signature: Span<UInt8>, over digest: Span<UInt8>, _ algorithm: MessageDigest, key: PublicKey
  ) -> Bool {
    guard let context = context(key, algorithm) else { return false }
    let answer = signature.withUnsafeBufferPointer { signature in
      digest.withUnsafeBufferPointer { digest in
        EVP_PKEY_verify(
          context, signature.baseAddress, signature.count, digest.baseAddress, digest.count)
      }
    }
    if answer != 1 { ERR_clear_error() }
    return answer == 1
  }

  private func context(_ key: PublicKey, _ digest: MessageDigest) -> OpaquePointer? {
    if let known = prepared.firstIndex(where: { $0.key === key && $0.digest === digest }) {
      if known > 0 { prepared.swapAt(0, known) }
      return prepared[0].pointer
    }
    // A copy: OpenSSL reads a key's precomputed values under a lock of that key, which threads that
    // share one would wait for.
    guard let copy = EVP_PKEY_dup(key.pointer) else { return nil }
    defer { EVP_PKEY_free(copy) }
    guard let pointer = EVP_PKEY_CTX_new_from_pkey(nil, copy, nil) else { return nil }
    guard EVP_PKEY_verify_init(pointer) == 1,
      EVP_PKEY_CTX_set_signature_md(pointer, digest.pointer) == 1
    else {
      EVP_PKEY_CTX_free(pointer)
      ERR_clear_error()
      return nil
    }
    if prepared.count == Self.capacity { EVP_PKEY_CTX_free(prepared.removeLast().pointer) }
    prepared.insert(Prepared(key: key, digest: digest, pointer: pointer), at: 0)
    return pointer
  }
}
