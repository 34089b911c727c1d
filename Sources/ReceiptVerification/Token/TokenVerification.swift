import OpenSSL

/// The rules for StoreKit 2's signed tokens, in the order in which the first failure is the reason:
/// decoding, algorithm, chain, signature, dates.
struct TokenVerification {
  private let chains: ChainJudge
  private let context: VerificationContext
  /// A token inside another one; what stands inside it is not followed.
  private let isNested: Bool

  init(_ chains: ChainJudge, _ context: VerificationContext, isNested: Bool = false) {
    self.chains = chains
    self.context = context
    self.isNested = isNested
  }

  /// Judges the compact serialisation, with nothing round it.
  func verify(_ text: Span<UInt8>) -> Verification {
    do {
      let token = try CompactToken(text)
      let payload = try Base64URL.decode(text.extracting(token.payload))
      return judge(token, text, payload, try JSONReader.object(payload.span))
    } catch {
      return Verification(format: .unknown, reason: error.reason)
    }
  }

  private func judge(
    _ token: CompactToken, _ text: Span<UInt8>, _ payload: [UInt8], _ object: JSONObject
  ) -> Verification {
    let kind = TokenKind(object)
    var fields = PayloadFields(payload)
    var verification = Verification(format: kind?.format ?? .unknown, reason: .ok)
    verification.payloadSHA256 = context.digests.digest(payload.span, .sha256)
    verification.document = kind.map { read($0, object, &fields) }
    do {
      let isDateBroken = kind.map { fields.undecodable.contains($0.dateField) } ?? false
      verification.reason = try judgeSigner(token, text, &verification, isDateBroken: isDateBroken)
    } catch {
      verification.reason = error.reason
    }
    TokenChecks.run(verification, &fields.log)
    verification.observations = fields.log.entries
    return verification
  }

  private func read(
    _ kind: TokenKind, _ payload: JSONObject, _ fields: inout PayloadFields
  ) -> Document {
    switch kind {
    case .transaction: .transaction(StoreTransaction(payload, &fields))
    case .renewalInfo: .renewalInfo(RenewalInfo(payload, &fields))
    case .appTransaction: .appTransaction(AppTransaction(payload, &fields))
    case .notification: .notification(StoreNotification(payload, &fields, judge: judgeNested))
    }
  }

  private func judgeNested(_ token: String) -> Verification {
    guard !isNested else { return Verification(format: .unknown, reason: .unsupportedFormat) }
    let text = Array(token.utf8)
    return TokenVerification(chains, context, isNested: true).verify(text.span)
  }

  private func judgeSigner(
    _ token: CompactToken, _ text: Span<UInt8>, _ verification: inout Verification,
    isDateBroken: Bool
  ) throws(DecodingFailure) -> Reason {
    let signature = try Base64URL.decode(text.extracting(token.signature))
    if signature.isEmpty { verification.signature = .absent }
    // Somebody else's token is no forgery of a store's.
    guard let document = verification.document else { return .unsupportedFormat }
    guard let chain = try chains.judge(header: token.header, text) else {
      return .algorithmNotAllowed
    }
    guard signature.count == ECDSASignature.p256Bytes else { throw .malformed }

    verification.digest = .sha256
    verification.signerSHA256 = chain.signer?.sha256
    verification.signerKeyBits = chain.signer?.publicKey?.bits
    verification.trust = chain.trust
    let isP256 = chain.signer?.publicKey?.kind == .ec(curve: "prime256v1")
    if isP256, let key = chain.signer?.publicKey {
      let isValid = self.isValid(signature, text.extracting(token.signed), key)
      verification.signature = isValid ? .valid : .invalid
    }
    // Everybody has the key of a test signer, so what it signed proves nothing of the store's.
    if chain.isStoreKitTestSigner, chain.certificates == 1, let test = document.testReason {
      return verification.signature == .valid ? test : .payloadAltered
    }
    if let failure = chain.failure { return failure }
    guard isP256 else {
      verification.trust = .untrusted
      return .keyNotAllowed
    }
    guard verification.signature == .valid else { return .payloadAltered }
    guard let created = document.creationDate else {
      verification.trust = .unknown
      return isDateBroken ? .creationDateInvalid : .creationDateMissing
    }
    guard let failure = chain.dateFailure(at: created) else {
      verification.certificates = chain.carriedCertificates
      return .ok
    }
    verification.trust = .untrusted
    return failure
  }

  private func isValid(_ signature: [UInt8], _ signed: Span<UInt8>, _ key: PublicKey) -> Bool {
    guard let encoded = ECDSASignature(fixed: signature.span)?.der else { return false }
    let digest = context.digests.digest(signed, .sha256)
    return context.signatures.isValid(encoded.span, over: digest.span, .sha256, key: key)
  }
}

extension Document {
  /// Whether the payload itself says that a test tool made it.
  fileprivate var testReason: Reason? {
    let name: String? =
      switch self {
      case .transaction(let transaction): transaction.environment
      case .renewalInfo(let renewal): renewal.environment
      case .appTransaction(let app): app.receiptType
      case .notification(let notification): notification.environment
      default: nil
      }
    return switch name {
    case "Xcode": .xcodeTestSigner
    case "LocalTesting": .localTesting
    default: nil
    }
  }
}
