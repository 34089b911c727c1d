internal import COpenSSL

/// ECDSA with a nonce out of key and message (RFC 6979): the same bytes give the same signature.
///
/// OpenSSL 3.0 draws nonces at random, which would make test certificates and tokens differ from one
/// process to the next. For test keys only: nothing here runs in constant time.
final class DeterministicECDSA {
  private let group: OpaquePointer  // EC_GROUP
  private let secret: OpaquePointer  // BIGNUM
  private let order: OpaquePointer  // BIGNUM, of the group
  private let context: OpaquePointer  // BN_CTX
  private let digest: SigningDigest
  /// Octets of a number below the order.
  private let width: Int

  /// `key` is an EVP_PKEY; nil where it is none of a named curve.
  init?(key: OpaquePointer, digest: SigningDigest) {
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    var secret: OpaquePointer?
    guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1,
      EVP_PKEY_get_bn_param(key, "priv", &secret) == 1, let secret,
      let group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(name)),
      let order = EC_GROUP_get0_order(group), let context = BN_CTX_new()
    else {
      BN_clear_free(secret)
      return nil
    }
    self.group = group
    self.secret = secret
    self.order = order
    self.context = context
    self.digest = digest
    width = (Int(BN_num_bits(order)) + 7) / 8
  }

  deinit {
    EC_GROUP_free(group)
    BN_clear_free(secret)
    BN_CTX_free(context)
  }

  /// r and s over the digest of `bytes`, each of the order's width.
  func sign(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let hash = try digest.hash(bytes)
    var nonces = try Nonces(
      digest: digest, seed: octets(secret) + (try reduced(hash)), hashBytes: hash.count)
    while true {
      let candidate = number(try nonces.next(width: width).prefix(width))
      defer { BN_clear_free(candidate) }
      guard BN_is_zero(candidate) == 0, BN_cmp(candidate, order) < 0 else { continue }
      if let signature = try sign(number(hash.prefix(width)), nonce: candidate) {
        return signature
      }
    }
  }

  /// nil for a nonce that gives a zero. Takes the hash over.
  private func sign(
    _ hash: OpaquePointer, nonce: OpaquePointer
  ) throws(OpenSSLError) -> [UInt8]? {
    let point = EC_POINT_new(group)
    let r = BN_new()
    let s = BN_new()
    defer {
      EC_POINT_free(point)
      BN_free(r)
      BN_free(s)
      BN_free(hash)
    }
    // r = (k G).x mod n; s = (hash + r d) / k mod n.
    guard EC_POINT_mul(group, point, nonce, nil, nil, context) == 1,
      EC_POINT_get_affine_coordinates(group, point, r, nil, context) == 1,
      BN_nnmod(r, r, order, context) == 1,
      BN_mod_mul(s, r, secret, order, context) == 1,
      BN_mod_add(s, s, hash, order, context) == 1,
      let inverse = BN_mod_inverse(nil, nonce, order, context)
    else { throw OpenSSLError.draining("signing") }
    defer { BN_free(inverse) }
    guard BN_mod_mul(s, s, inverse, order, context) == 1, let r, let s else {
      throw OpenSSLError.draining("signing")
    }
    return BN_is_zero(r) == 1 || BN_is_zero(s) == 1 ? nil : octets(r) + octets(s)
  }

  /// RFC 6979 2.3.4: the hash as a number, reduced once.
  private func reduced(_ hash: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let value = number(hash.prefix(width))
    defer { BN_free(value) }
    guard BN_nnmod(value, value, order, context) == 1 else {
      throw OpenSSLError.draining("signing")
    }
    return octets(value)
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> OpaquePointer {
    guard let number = BN_bin2bn(Array(bytes), Int32(bytes.count), nil) else {
      fatalError("out of memory")
    }
    return number
  }

  private func octets(_ number: OpaquePointer) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: width)
    BN_bn2binpad(number, &octets, Int32(width))
    return octets
  }
}

/// The nonces of RFC 6979 3.2, one after the other.
private struct Nonces {
  private let digest: SigningDigest
  private var key: [UInt8]
  private var value: [UInt8]
  private var isFirst = true

  init(digest: SigningDigest, seed: [UInt8], hashBytes: Int) throws(OpenSSLError) {
    self.digest = digest
    key = [UInt8](repeating: 0, count: hashBytes)
    value = [UInt8](repeating: 1, count: hashBytes)
    for round: UInt8 in 0...1 {
      key = try code(value + [round] + seed)
      value = try code(value)
    }
  }

  mutating func next(width: Int) throws(OpenSSLError) -> [UInt8] {
    if !isFirst {
      key = try code(value + [0])
      value = try code(value)
    }
    isFirst = false
    var octets: [UInt8] = []
    while octets.count < width {
      value = try code(value)
      octets += value
    }
    return octets
  }

  /// HMAC (RFC 2104).
  private func code(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard
      HMAC(digest.algorithm, key, Int32(key.count), bytes, bytes.count, &code, &length) != nil
    else { throw OpenSSLError.draining("signing") }
    return Array(code.prefix(Int(length)))
  }
}
