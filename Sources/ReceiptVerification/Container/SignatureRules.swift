/// Which digests and signature algorithms a signer may name.
enum SignatureRules {
  /// The signature families that are told apart by name; keys are checked with the chain.
  enum Family { case rsa, ecdsa }

  /// The allowed digest that an object identifier names.
  static func digest(_ range: Range<Int>, _ bytes: Span<UInt8>) -> DigestAlgorithm? {
    if bytes.holds(range, OID.sha256) { return .sha256 }
    if bytes.holds(range, OID.sha1) { return .sha1 }
    return nil
  }

  /// The first rule that the signer breaks, and what it names where it breaks none.
  static func judge(
    _ signer: SignerInfo, declared: Range<Int>, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> (reason: Reason?, family: Family) {
    guard let digest = digest(signer.digestAlgorithm, bytes) else {
      return (.digestNotAllowed, .rsa)
    }
    guard try isDeclared(signer.digestAlgorithm, in: declared, bytes) else {
      return (.digestMismatch, .rsa)
    }
    let algorithm = signer.signatureAlgorithm
    if bytes.holds(algorithm, OID.rsaEncryption) { return (nil, .rsa) }
    if bytes.holds(algorithm, OID.sha1WithRSA) {
      return (digest == .sha1 ? nil : .digestMismatch, .rsa)
    }
    if bytes.holds(algorithm, OID.sha256WithRSA) {
      return (digest == .sha256 ? nil : .digestMismatch, .rsa)
    }
    if bytes.holds(algorithm, OID.ecdsaWithSHA1) || bytes.holds(algorithm, OID.ecdsaWithSHA256) {
      return (nil, .ecdsa)
    }
    return (.algorithmNotAllowed, .rsa)
  }

  /// RFC 5652 5.1: the signer's digest is among those that the container declares.
  private static func isDeclared(
    _ digest: Range<Int>, in declared: Range<Int>, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Bool {
    var algorithms = EncodingReader(declared, .basic)
    var isDeclared = false
    while !algorithms.isAtEnd {
      let one = try SignerInfo.algorithm(&algorithms, bytes)
      isDeclared = isDeclared || bytes.holds(one, sameAs: digest)
    }
    return isDeclared
  }
}
