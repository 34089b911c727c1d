public import OpenSSL

/// The parts of a stored receipt by which anyone can check its signature without this program.
///
/// They are what stands in the receipt, whoever put it there; nothing here is judged.
public struct SignedParts: Sendable {
  /// How the parts are put together.
  public enum Form: String, Sendable {
    /// PKCS#7: `document` is the container, `signed` the payload.
    case container
    /// JWS: `document` is the token, `signed` its first two parts, `signature` in DER.
    case token
  }

  public let form: Form
  /// The receipt itself, as it was signed: mended in its transport encoding, and nothing else.
  public let document: [UInt8]
  public let payload: [UInt8]
  public let signed: [UInt8]
  /// As OpenSSL takes it; of a container with one signer only, of no other.
  public let signature: [UInt8]
  /// The certificates in the order in which they stand there.
  public let certificates: [Certificate]
  /// From the signer up, as far as the certificates at hand lead; empty without a signer.
  public let path: [Certificate]
  /// The pinned anchor that the path ends at, or the one at hand that it should have ended at.
  public let anchor: Certificate?
  /// Whether `path` ends at `anchor`.
  public let isAnchored: Bool
}

extension ReceiptVerifier {
  /// Takes a stored receipt apart; nil where it is of no signed form, or cannot be decoded.
  public func parts(of stored: [UInt8]) -> SignedParts? {
    let readings = Transport.read(stored)
    return parts(readings.first, stored) ?? readings.second.flatMap { parts($0, stored) }
  }

  private func parts(_ reading: Transport, _ stored: [UInt8]) -> SignedParts? {
    switch reading {
    case .encoded(let bytes, _, _): try? containerParts(bytes)
    case .token(let token): try? tokenParts(Array(stored[token.range]))
    case .document, .failure: nil
    }
  }

  private func containerParts(_ bytes: [UInt8]) throws(DecodingFailure) -> SignedParts {
    let span = bytes.span
    let container = try Container(span)
    let payload =
      container.isSegmented
      ? try Container.joinedSegments(container.content, span) : span.copy(container.content)
    var certificates: [Certificate] = []
    if let bag = container.certificates {
      var reader = EncodingReader(bag, .basic)
      while !reader.isAtEnd, certificates.count < Limits.certificates {
        let element = try reader.next(span)
        if let one = try? Certificate(der: span.extracting(element.whole)) {
          certificates.append(one)
        }
      }
    }
    let name = container.signer?.issuerAndSerial
    let signer = name.flatMap { name in
      certificates.first {
        span.holds(name.issuer, $0.issuer) && span.holds(name.serial, $0.serial)
      }
    }
    let signature = container.signerCount == 1 ? container.signer?.signature : nil
    return parts(
      .container, bytes, payload: payload, signed: payload,
      signature: signature.map { span.copy($0) } ?? [], certificates, signer)
  }

  private func tokenParts(_ text: [UInt8]) throws(DecodingFailure) -> SignedParts {
    let span = text.span
    let token = try CompactToken(span)
    let header = try Base64URL.decode(span.extracting(token.header))
    let certificates = try TokenHeader(header.span).certificates.compactMap {
      try? Certificate(der: $0.span)
    }
    let signature = try Base64URL.decode(span.extracting(token.signature))
    return parts(
      .token, text, payload: try Base64URL.decode(span.extracting(token.payload)),
      signed: span.copy(token.signed),
      signature: ECDSASignature(fixed: signature.span)?.der ?? signature, certificates,
      certificates.first)
  }

  private func parts(
    _ form: SignedParts.Form, _ document: [UInt8], payload: [UInt8], signed: [UInt8],
    signature: [UInt8], _ certificates: [Certificate], _ signer: Certificate?
  ) -> SignedParts {
    let path = signer.flatMap { signer in
      ChainBuilder(embedded: certificates, anchors).paths(from: signer).first?.certificates
    }
    let top = path?.last
    let isAnchored = top.map(anchors.isAnchor) ?? false
    let candidates = (certificates + anchors.certificates).filter(anchors.isAnchor)
    let anchor =
      isAnchored
      ? top : candidates.first { $0.subject == top?.issuer } ?? candidates.first
    return SignedParts(
      form: form, document: document, payload: payload, signed: signed, signature: signature,
      certificates: certificates, path: path ?? [], anchor: anchor, isAnchored: isAnchored)
  }
}
