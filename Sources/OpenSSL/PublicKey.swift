internal import COpenSSL

/// A public key out of a certificate.
public final class PublicKey: @unchecked Sendable {
  // Unchecked: an EVP_PKEY that nobody changes may be read by all threads.
  let pointer: OpaquePointer  // EVP_PKEY

  /// What kind of key it is, as far as signatures are judged by it.
  public let kind: Kind

  public enum Kind: Sendable, Equatable {
    /// RSA with this many bits of modulus; `sound` when modulus and exponent are odd, positive and e >= 3.
    case rsa(bits: Int, sound: Bool)
    /// A named curve (`prime256v1`, `secp384r1`); explicit parameters are never named (CVE-2020-0601).
    case ec(curve: String)
    case other
  }

  /// Bits of the modulus, or of the curve's order.
  public let bits: Int

  /// Takes over one reference. `isCanonical` tells whether the key was written as OpenSSL would write
  /// it: OpenSSL reads a negative modulus as a positive one.
  init(takingOwnership pointer: OpaquePointer, isCanonical: Bool = true) {
    self.pointer = pointer
    bits = Int(EVP_PKEY_get_bits(pointer))
    switch PublicKey.kind(of: pointer) {
    case .rsa(let bits, let sound): kind = .rsa(bits: bits, sound: sound && isCanonical)
    case let other: kind = other
    }
  }

  /// Decodes a SubjectPublicKeyInfo (RFC 5280 4.1); anything behind it is an error.
  public convenience init(der: Span<UInt8>) throws(OpenSSLError) {
    ERR_clear_error()
    var consumed = 0
    let key = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      let key = d2i_PUBKEY(nil, &cursor, buffer.count)
      consumed = buffer.baseAddress.flatMap { start in cursor.map { $0 - start } } ?? 0
      return key
    }
    guard let key else { throw OpenSSLError.draining("public key decoding") }
    guard consumed == der.count else {
      EVP_PKEY_free(key)
      throw OpenSSLError(operation: "public key decoding", messages: ["trailing bytes"])
    }
    self.init(takingOwnership: key)
  }

  deinit { EVP_PKEY_free(pointer) }

  private static func kind(of key: OpaquePointer) -> Kind {
    switch EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_RSA:
      .rsa(bits: Int(EVP_PKEY_get_bits(key)), sound: isSoundRSA(key))
    case EVP_PKEY_EC:
      namedCurve(key).map { .ec(curve: $0) } ?? .other
    default:
      .other
    }
  }

  private static func isSoundRSA(_ key: OpaquePointer) -> Bool {
    var modulus: OpaquePointer?
    var exponent: OpaquePointer?
    defer {
      BN_free(modulus)
      BN_free(exponent)
    }
    guard EVP_PKEY_get_bn_param(key, "n", &modulus) == 1,
      EVP_PKEY_get_bn_param(key, "e", &exponent) == 1
    else { return false }
    return BN_is_negative(modulus) == 0 && BN_is_odd(modulus) == 1
      && BN_is_negative(exponent) == 0 && BN_is_odd(exponent) == 1 && BN_is_one(exponent) == 0
  }

  private static func namedCurve(_ key: OpaquePointer) -> String? {
    var explicit: Int32 = 0
    guard EVP_PKEY_get_int_param(key, "decoded-from-explicit", &explicit) == 1, explicit == 0 else {
      ERR_clear_error()
      return nil
    }
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
      ERR_clear_error()
      return nil
    }
    return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
