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

  func verify(_ bytes: Span<UInt8>) -> Verification {
    do {
      let container = try Container(bytes)
      if container.isSegmented {
        let content = try Container.joinedSegments(container.content, bytes)
        return try judge(container, content: content.span, bytes)
      }
      return try judge(container, content: bytes.extracting(container.content), bytes)
    } catch {
      return Verification(
        format: error == .notAReceipt ? .unknown : .appReceipt, reason: error.reason)
    }
  }

  private func judge(
    _ container: Container, content: Span<UInt8>, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Verification {
    var log = ObservationLog()
    let payload = try PayloadReader(content, &log)
    var verification = Verification(format: .appReceipt, reason: .ok)
    verification.document = .appReceipt(payload.receipt)
    verification.payloadSHA256 = context.digests.digest(content, .sha256)
    let chain = try judgeSigner(container, payload, content, bytes, &verification, &log)
    noteEncoding(container, &log, isTest: verification.verdict == .test)
    ReceiptChecks.run(
      payload.receipt, payload: content, digest: verification.digest,
      isAppleAnchored: chain?.isAppleAnchored ?? false,
      isSigned: verification.verdict != .forged, &log)
    verification.observations = log.entries
    return verification
  }

  /// The chain that was judged; nil where no single signer names one.
  private func judgeSigner(
    _ container: Container, _ payload: PayloadReader, _ content: Span<UInt8>,
    _ bytes: Span<UInt8>, _ verification: inout Verification, _ log: inout ObservationLog
  ) throws(DecodingFailure) -> ChainVerdict? {
    guard let signer = container.signer else {
      verification.reason = .noSigner
      verification.signature = .absent
      return nil
    }
    guard container.signerCount == 1 else {
      verification.reason = .multipleSigners
      return nil
    }
    let chain = try chains.judge(container, signer, bytes)
    verification.signerSHA256 = chain.signer?.sha256
    verification.digest = SignatureRules.digest(signer.digestAlgorithm, bytes)
    let rules = try SignatureRules.judge(signer, declared: container.digestAlgorithms, bytes)
    verification.signature = signatureStatus(
      signer, rules.family, chain, content, bytes, verification)
    verification.signerKeyBits = chain.signer?.publicKey?.bits
    verification.trust = chain.trust
    if chain.unusedCertificates > 0 {
      log.note(
        .nonCanonicalEncoding, "extra-certificates", ["count": String(chain.unusedCertificates)])
    }

    if chain.signer == nil, let failure = chain.failure {
      verification.reason = failure
    } else if let broken = rules.reason {
      verification.reason = broken
    } else if chain.isStoreKitTestSigner, let test = testReason(payload.receipt) {
      verification.reason = verification.signature == .valid ? test : .payloadAltered
    } else {
      verification.reason = decide(chain, signer, payload, &verification, rules.family)
    }
    if verification.reason == .ok { verification.certificates = chain.carriedCertificates }
    return chain
  }

  /// Chain, then key, then signed attributes, then signature, then dates.
  private func decide(
    _ chain: ChainVerdict, _ signer: SignerInfo, _ payload: PayloadReader,
    _ verification: inout Verification,
    _ family: SignatureRules.Family
  ) -> Reason {
    if let failure = chain.failure { return failure }
    // Apple signs PKCS#7 receipts with RSA only.
    guard case .rsa = chain.signer?.publicKey?.kind else {
      verification.trust = .untrusted
      return .keyNotAllowed
    }
    guard family == .rsa else { return .algorithmNotAllowed }
    // Apple signs the payload itself. A signature over attributes can be moved to other content.
    guard !signer.hasSignedAttributes else { return .signedAttributes }
    guard verification.signature == .valid else { return .payloadAltered }
    guard let created = payload.receipt.creationDate else {
      verification.trust = .unknown
      return payload.hasInvalidCreationDate ? .creationDateInvalid : .creationDateMissing
    }
    guard let failure = chain.dateFailure(at: created) else { return .ok }
    verification.trust = .untrusted
    return failure
  }

  /// Whether the payload itself says that a test tool made it.
  private func testReason(_ receipt: AppReceipt) -> Reason? {
    switch receipt.receiptType {
    case "Xcode": .xcodeTestSigner
    case "LocalTesting": .localTesting
    default: nil
    }
  }

  private func signatureStatus(
    _ signer: SignerInfo, _ family: SignatureRules.Family, _ chain: ChainVerdict,
    _ content: Span<UInt8>, _ bytes: Span<UInt8>, _ verification: Verification
  ) -> SignatureStatus {
    guard let digest = verification.digest, let key = chain.signer?.publicKey,
      !signer.hasSignedAttributes
    else { return .unchecked }
    switch (family, key.kind) {
    case (.rsa, .rsa), (.ecdsa, .ec): break
    default: return .unchecked
    }
    let algorithm: MessageDigest = digest == .sha1 ? .sha1 : .sha256
    let value =
      digest == .sha1
      ? context.digests.digest(content, .sha1) : verification.payloadSHA256 ?? []
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
    if container.hasCRLs { log.note(.nonCanonicalEncoding, "revocation-lists") }
    if container.signer?.hasUnsignedAttributes ?? false {
      log.note(.nonCanonicalEncoding, "unsigned-attributes")
    }
    // Xcode writes indefinite lengths; nobody else does.
    if container.hasIndefiniteLength, !isTest {
      log.note(.nonCanonicalEncoding, "indefinite-length")
    }
  }
}
