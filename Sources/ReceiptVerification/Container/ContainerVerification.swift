import OpenSSL

/// The rules for PKCS#7 receipts, in the order in which the first failure is the reason: decoding,
/// signers, digest and algorithm, chain, signed attributes, signature, dates.
struct ContainerVerification {
  private let chains: ChainJudge
  private let context: VerificationContext

  init(_ chains: ChainJudge, _ context: VerificationContext) {
    self.chains = chains
    self.context = context
  }

  /// `repairs` and `observations` tell how the bytes were come by.
  func verify(
    _ bytes: Span<UInt8>, _ repairs: [Repair], _ observations: [Observation]
  ) -> Verification {
    var log = ObservationLog(observations)
    do throws(DecodingFailure) {
      let container = try Container(bytes)
      // They are rare and of no use here: whether they are well-formed is OpenSSL's to say.
      if container.hasUnsignedParts {
        guard PKCS7Syntax.isReadable(bytes) else { throw .malformed }
      }
      if container.isSegmented {
        let content = try Container.joinedSegments(container.content, bytes)
        return try judge(container, content: content.span, bytes, repairs, &log)
      }
      let content = bytes.extracting(container.content)
      return try judge(container, content: content, bytes, repairs, &log)
    } catch {
      return Verification(
        format: error == .notAReceipt ? .unknown : .appReceipt, reason: error.reason,
        repairs: repairs, observations: observations)
    }
  }

  private func judge(
    _ container: Container, content: Span<UInt8>, _ bytes: Span<UInt8>, _ repairs: [Repair],
    _ log: inout ObservationLog
  ) throws(DecodingFailure) -> Verification {
    var receipt = AppReceipt()
    let payload = try PayloadReader(content, into: &receipt, &log)
    let payloadSHA256 = context.digests.digest(content, .sha256)
    let judgement = try judgeSigner(
      container, receipt, payload, content, payloadSHA256, bytes, &log)
    noteEncoding(container, &log, isTest: judgement.reason.verdict == .test)
    ReceiptChecks.run(
      receipt, payload.shape, digest: judgement.digest,
      isAppleAnchored: judgement.isAppleAnchored,
      isSigned: judgement.reason.verdict != .forged, &log)
    return Verification(
      format: .appReceipt, reason: judgement.reason, signature: judgement.signature,
      trust: judgement.trust, repairs: repairs, document: .appReceipt(consume receipt),
      payloadSHA256: payloadSHA256, signerSHA256: judgement.signerSHA256,
      signerKeyBits: judgement.signerKeyBits, digest: judgement.digest,
      certificates: judgement.certificates, observations: log.entries)
  }

  /// What a signer and its chain amount to.
  private struct Judgement {
    var reason = Reason.ok
    var signature = SignatureStatus.unchecked
    var trust = TrustStatus.unknown
    var signerSHA256: [UInt8]?
    var signerKeyBits: Int?
    var digest: DigestAlgorithm?
    var certificates: [CarriedCertificate] = []
    var isAppleAnchored = false
  }

  private func judgeSigner(
    _ container: Container, _ receipt: borrowing AppReceipt, _ payload: PayloadReader,
    _ content: Span<UInt8>, _ payloadSHA256: [UInt8], _ bytes: Span<UInt8>,
    _ log: inout ObservationLog
  ) throws(DecodingFailure) -> Judgement {
    guard let signer = container.signer else {
      return Judgement(reason: .noSigner, signature: .absent)
    }
    guard container.signerCount == 1 else { return Judgement(reason: .multipleSigners) }
    let chain = try chains.judge(container, signer, bytes)
    let rules = try SignatureRules.judge(signer, declared: container.digestAlgorithms, bytes)
    var judgement = Judgement(
      trust: chain.trust, signerSHA256: chain.signer?.sha256,
      signerKeyBits: chain.signer?.publicKey?.bits,
      digest: SignatureRules.digest(signer.digestAlgorithm, bytes),
      isAppleAnchored: chain.isAppleAnchored)
    judgement.signature = signatureStatus(
      signer, rules.family, chain, content, payloadSHA256, judgement.digest, bytes)
    if chain.unusedCertificates > 0 {
      log.note(
        .nonCanonicalEncoding, "extra-certificates", ["count": String(chain.unusedCertificates)])
    }

    if chain.signer == nil, let failure = chain.failure {
      judgement.reason = failure
    } else if let broken = rules.reason {
      judgement.reason = broken
    } else if chain.isStoreKitTestSigner, let test = testReason(receipt.receiptType) {
      judgement.reason = judgement.signature == .valid ? test : .payloadAltered
    } else {
      decide(
        chain, signer, created: receipt.creationDate,
        hasInvalidDate: payload.hasInvalidCreationDate, rules.family, &judgement)
    }
    if judgement.reason == .ok { judgement.certificates = chain.carriedCertificates }
    return judgement
  }

  /// Chain, then key, then signed attributes, then signature, then dates.
  private func decide(
    _ chain: ChainVerdict, _ signer: SignerInfo, created: Instant?, hasInvalidDate: Bool,
    _ family: SignatureRules.Family, _ judgement: inout Judgement
  ) {
    if let failure = chain.failure {
      judgement.reason = failure
      // Apple signs PKCS#7 receipts with RSA only.
    } else if !hasRSAKey(chain) {
      judgement.trust = .untrusted
      judgement.reason = .keyNotAllowed
    } else if family != .rsa {
      judgement.reason = .algorithmNotAllowed
      // Apple signs the payload itself. A signature over attributes can be moved to other content.
    } else if signer.hasSignedAttributes {
      judgement.reason = .signedAttributes
    } else if judgement.signature != .valid {
      judgement.reason = .payloadAltered
    } else if let created {
      guard let failure = chain.dateFailure(at: created) else { return }
      judgement.trust = .untrusted
      judgement.reason = failure
    } else {
      judgement.trust = .unknown
      judgement.reason = hasInvalidDate ? .creationDateInvalid : .creationDateMissing
    }
  }

  private func hasRSAKey(_ chain: ChainVerdict) -> Bool {
    if case .rsa = chain.signer?.publicKey?.kind { true } else { false }
  }

  /// Whether the payload itself says that a test tool made it.
  private func testReason(_ receiptType: String?) -> Reason? {
    switch receiptType {
    case "Xcode": .xcodeTestSigner
    case "LocalTesting": .localTesting
    default: nil
    }
  }

  private func signatureStatus(
    _ signer: SignerInfo, _ family: SignatureRules.Family, _ chain: ChainVerdict,
    _ content: Span<UInt8>, _ payloadSHA256: [UInt8], _ digest: DigestAlgorithm?,
    _ bytes: Span<UInt8>
  ) -> SignatureStatus {
    guard let digest, let key = chain.signer?.publicKey, !signer.hasSignedAttributes else {
      return .unchecked
    }
    switch (family, key.kind) {
    case (.rsa, .rsa), (.ecdsa, .ec): break
    default: return .unchecked
    }
    let algorithm: MessageDigest = digest == .sha1 ? .sha1 : .sha256
    let value = digest == .sha1 ? context.digests.digest(content, .sha1) : payloadSHA256
    let isValid = context.signatures.isValid(
      bytes.extracting(signer.signature), over: value.span, algorithm, key: key)
    return isValid ? .valid : .invalid
  }

  /// Octets that change without the signature noticing.
  private func noteEncoding(_ container: Container, _ log: inout ObservationLog, isTest: Bool) {
    if container.trailingBytes > 0 {
      log.note(
        .nonCanonicalEncoding, "trailing-bytes", ["count": String(container.trailingBytes)])
    }
    if container.hasRevocationLists { log.note(.nonCanonicalEncoding, "revocation-lists") }
    if container.signer?.hasUnsignedAttributes ?? false {
      log.note(.nonCanonicalEncoding, "unsigned-attributes")
    }
    // Xcode writes indefinite lengths; nobody else does.
    if container.hasIndefiniteLength, !isTest {
      log.note(.nonCanonicalEncoding, "indefinite-length")
    }
  }
}
