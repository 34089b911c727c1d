import OpenSSL

/// Judges the certificates of a container for the signer that it names; the result is cached.
struct ChainJudge: Sendable {
  let anchors: TrustAnchors
  private let cache = ChainCache()
  /// Lone signers of transaction receipts have one of their own: other keys, other rules.
  private let loneSigners = ChainCache()

  init(_ anchors: TrustAnchors) { self.anchors = anchors }

  /// - Throws: `limitExceeded` for more certificates than anyone needs; `malformed` for a bag that
  ///   does not hold encoded values.
  func judge(
    _ container: Container, _ signer: SignerInfo, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> ChainVerdict {
    guard let bag = container.certificates else {
      return ChainVerdict(lookupFailure: .signerNotFound)
    }
    guard bag.count <= Limits.certificateBytes else { throw .limitExceeded }
    if let known = cache.find(bag, signer.identifier, bytes) { return known }
    let verdict = try decode(bag, signer, bytes)
    cache.insert(verdict, bytes.copy(bag) + bytes.copy(signer.identifier), split: bag.count)
    return verdict
  }

  /// The chain of a transaction receipt's signer, which stands alone; keyed by it and the version.
  func judge(_ blob: SignatureBlob, _ bytes: Span<UInt8>) -> ChainVerdict {
    if let known = loneSigners.find(blob.certificate, 0..<1, bytes) { return known }
    let verdict: ChainVerdict
    if let signer = try? Certificate(der: bytes.extracting(blob.certificate)) {
      let paths = ChainBuilder(embedded: [signer], anchors, blob.version.purpose)
        .paths(from: signer)
      verdict = ChainVerdict(signer: signer, paths: paths, certificates: [signer])
    } else {
      verdict = ChainVerdict(lookupFailure: .chainBroken)
    }
    loneSigners.insert(
      verdict, bytes.copy(blob.certificate) + [bytes[0]], split: blob.certificate.count)
    return verdict
  }

  private func decode(
    _ bag: Range<Int>, _ signer: SignerInfo, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> ChainVerdict {
    var certificates: [Certificate] = []
    var count = 0
    var reader = EncodingReader(bag, .basic)
    while !reader.isAtEnd {
      guard count < Limits.certificates else { throw .limitExceeded }
      count += 1
      let element = try reader.next(bytes)
      if let certificate = try? Certificate(der: bytes.extracting(element.whole)) {
        certificates.append(certificate)
      }
    }
    // A damaged one may have been anybody's, and OpenSSL would not open such a container at all.
    guard certificates.count == count else { return ChainVerdict(lookupFailure: .chainBroken) }
    guard let name = signer.issuerAndSerial else {
      return ChainVerdict(lookupFailure: .signerNotFound)
    }
    let named = certificates.filter {
      bytes.holds(name.issuer, $0.issuer) && bytes.holds(name.serial, $0.serial)
    }
    guard let found = named.first else {
      return ChainVerdict(lookupFailure: .signerNotFound)
    }
    guard named.allSatisfy({ $0.sha256 == found.sha256 }) else {
      return ChainVerdict(lookupFailure: .signerAmbiguous)
    }
    let paths = ChainBuilder(embedded: certificates, anchors).paths(from: found)
    return ChainVerdict(signer: found, paths: paths, certificates: certificates)
  }

  /// Judges the certificates of a token's header, the signer first; nil for a header that names
  /// another algorithm than the allowed one.
  ///
  /// Tokens of one signer share their header to the octet, so a known one need not even be decoded.
  func judge(
    header: Range<Int>, _ token: Span<UInt8>
  ) throws(DecodingFailure) -> ChainVerdict? {
    guard header.count <= Limits.headerBytes else { throw .limitExceeded }
    // The signer's serial number stands about there, which tells headers of one length apart.
    let split = header.lowerBound + min(header.count, 80)
    let (start, rest) = (header.lowerBound..<split, split..<header.upperBound)
    if let known = cache.find(rest, start, token) { return known }
    let text = try Base64URL.decode(token.extracting(header))
    let decoded = try TokenHeader(text.span)
    guard decoded.algorithm == TokenHeader.es256 else { return nil }
    let verdict = decode(decoded.certificates)
    // Somebody's own certificate alone is a chain of one; a leaf without its issuers is half a chain.
    guard decoded.certificates.count == 3 || verdict.isSelfSigned else { throw .malformed }
    cache.insert(verdict, token.copy(rest) + token.copy(start), split: rest.count)
    return verdict
  }

  private func decode(_ encoded: [[UInt8]]) -> ChainVerdict {
    let certificates = encoded.compactMap { try? Certificate(der: $0.span) }
    guard let signer = certificates.first, certificates.count == encoded.count else {
      return ChainVerdict(lookupFailure: .chainBroken)
    }
    let paths = ChainBuilder(embedded: certificates, anchors).paths(from: signer)
    return ChainVerdict(signer: signer, paths: paths, certificates: certificates)
  }
}
