internal import COpenSSL

/// A private key that test certificates and receipts are signed with.
public final class PrivateKey: @unchecked Sendable {
  // Unchecked: an EVP_PKEY that nobody changes may be used by all threads.
  let pointer: OpaquePointer  // EVP_PKEY

  /// What kind of key to make.
  public enum Kind: Sendable {
    /// `exponent` is the public one; 3 is what old forgeries rest on.
    case rsa(bits: Int, exponent: UInt = 65_537)
    case p256
    case p384
  }

  private init(takingOwnership pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// Makes a new key; an RSA one takes about a tenth of a second.
  public static func generate(_ kind: Kind) throws(OpenSSLError) -> PrivateKey {
    ERR_clear_error()
    let algorithm: Int32
    switch kind {
    case .rsa: algorithm = EVP_PKEY_RSA
    case .p256, .p384: algorithm = EVP_PKEY_EC
    }
    guard let context = EVP_PKEY_CTX_new_id(algorithm, nil) else {
      throw OpenSSLError.draining("key generation")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, configure(context, kind),
      EVP_PKEY_keygen(context, &key) == 1, let key
    else { throw OpenSSLError.draining("key generation") }
    return PrivateKey(takingOwnership: key)
  }

  private static func configure(_ context: OpaquePointer, _ kind: Kind) -> Bool {
    switch kind {
    case .rsa(let bits, let exponent):
      EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1
        && setExponent(context, exponent)
    case .p256: EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1
    case .p384: EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_secp384r1) == 1
    }
  }

  private static func setExponent(_ context: OpaquePointer, _ exponent: UInt) -> Bool {
    let number = BN_new()
    defer { BN_free(number) }
    return BN_set_word(number, exponent) == 1
      && EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, number) == 1
  }

  /// Reads an unencrypted key in PEM (PKCS#8, or the older form of its algorithm).
  public convenience init(pem: String) throws(OpenSSLError) {
    ERR_clear_error()
    let text = Array(pem.utf8)
    let key = text.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
      defer { BIO_free(bio) }
      return PEM_read_bio_PrivateKey(bio, nil, nil, nil)
    }
    guard let key else { throw OpenSSLError.draining("reading a private key") }
    self.init(takingOwnership: key)
  }

  /// The key as unencrypted PKCS#8 in PEM.
  public func pem() throws(OpenSSLError) -> String {
    ERR_clear_error()
    guard let bio = BIO_new(BIO_s_mem()) else {
      throw OpenSSLError.draining("writing a private key")
    }
    defer { BIO_free(bio) }
    guard PEM_write_bio_PKCS8PrivateKey(bio, pointer, nil, nil, 0, nil, nil) == 1 else {
      throw OpenSSLError.draining("writing a private key")
    }
    var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    let length = BIO_read(bio, &text, Int32(text.count))
    return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
  }

  /// Signs `bytes`: RSA by PKCS#1 v1.5, EC as DER. The same bytes give the same signature.
  public func sign(_ bytes: [UInt8], digest: SigningDigest) throws(OpenSSLError) -> [UInt8] {
    ERR_clear_error()
    if let fixed = try fixedSignature(bytes, digest: digest),
      let signature = ECDSASignature(fixed: fixed.span)
    {
      return signature.der
    }
    guard let context = EVP_MD_CTX_new() else { throw OpenSSLError.draining("signing") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(pointer)))
    var length = signature.count
    guard EVP_DigestSignInit(context, nil, digest.algorithm, nil, pointer) == 1,
      EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1
    else { throw OpenSSLError.draining("signing with \(digest.rawValue)") }
    return Array(signature.prefix(length))
  }

  /// The RSA private operation on a whole block, padding and all: what `sign` would never write.
  public func signBlock(_ block: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    ERR_clear_error()
    guard let context = EVP_PKEY_CTX_new(pointer, nil) else {
      throw OpenSSLError.draining("signing")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(pointer)))
    var length = signature.count
    guard EVP_PKEY_sign_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1,
      EVP_PKEY_sign(context, &signature, &length, block, block.count) == 1
    else { throw OpenSSLError.draining("signing a block") }
    return Array(signature.prefix(length))
  }

  /// Signs `bytes` with ECDSA as two numbers of the curve's width; nil for a key of another kind.
  public func fixedSignature(
    _ bytes: [UInt8], digest: SigningDigest
  ) throws(OpenSSLError) -> [UInt8]? {
    guard EVP_PKEY_get_base_id(pointer) == EVP_PKEY_EC else { return nil }
    return try DeterministicECDSA(key: pointer, digest: digest)?.sign(bytes)
  }
}
