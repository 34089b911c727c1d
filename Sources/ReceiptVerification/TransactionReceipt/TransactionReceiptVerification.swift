import OpenSSL

/// The rules for transaction receipts, in the order in which the first failure is the reason:
/// decoding, signer, chain, key, signature, dates.
///
/// The signed message is the version's octet and then the octets of `purchase-info`. The blob holds
/// the signer's certificate alone; what lies between it and its root has to be at hand. There is no
/// date of signing: the purchase's own date is the earliest that it can be.
struct TransactionReceiptVerification {
  private let chains: ChainJudge
  private let context: VerificationContext

  init(_ chains: ChainJudge, _ context: VerificationContext) {
    self.chains = chains
    self.context = context
  }

  func verify(_ text: Span<UInt8>) -> Verification {
    do {
      return try judge(text)
    } catch {
      return Verification(
        format: error == .notAReceipt ? .unknown : .transactionReceipt, reason: error.reason)
    }
  }

  private func judge(_ text: Span<UInt8>) throws(DecodingFailure) -> Verification {
    var log = ObservationLog()
    let outer = try PropertyList(text)
    if outer.trailingBytes > 0 {
      log.note(.nonCanonicalEncoding, "trailing-bytes", ["count": String(outer.trailingBytes)])
    }
    guard let encoded = outer["purchase-info"] else {
      throw outer["signature"] == nil ? .notAReceipt : .noContent
    }
    let info = try Self.decoded(encoded, &log)
    let reader = TransactionReceiptReader(info: try PropertyList(info.span), outer: outer, &log)
    var verification = Verification(format: .transactionReceipt, reason: .ok)
    verification.document = .transactionReceipt(reader.receipt)
    verification.payloadSHA256 = context.digests.digest(info.span, .sha256)
    if let encoded = outer["signature"], !encoded.isEmpty {
      let blob = try Self.decoded(encoded, &log)
      verification.reason = try judge(blob.span, over: info, reader, &verification)
    } else {
      verification.reason = .noSigner
      verification.signature = .absent
    }
    let isSigned = verification.verdict != .forged
    if !isSigned { KnownForgeries.run([reader.receipt.purchase], &log) }
    PurchaseChecks(
      [reader.receipt.purchase], environment: reader.receipt.environment, creationDate: nil,
      isSigned: isSigned
    ).run(&log)
    verification.observations = log.entries
    return verification
  }

  private static func decoded(
    _ text: [UInt8], _ log: inout ObservationLog
  ) throws(DecodingFailure) -> [UInt8] {
    guard let decoded = Base64.decode(text.filter { $0 > 0x20 }) else { throw .malformed }
    if decoded.hasSlackBits { log.note(.nonCanonicalEncoding, "slack-bits") }
    return decoded.bytes
  }

  private func judge(
    _ bytes: Span<UInt8>, over info: [UInt8], _ reader: TransactionReceiptReader,
    _ verification: inout Verification
  ) throws(DecodingFailure) -> Reason {
    let blob = try SignatureBlob(bytes)
    let chain = chains.judge(blob, bytes)
    verification.signerSHA256 = chain.signer?.sha256
    verification.signerKeyBits = chain.signer?.publicKey?.bits
    verification.signature = signatureStatus(blob, bytes, info, chain, &verification)
    verification.trust = chain.trust
    if let failure = chain.failure { return failure }
    guard case .rsa = chain.signer?.publicKey?.kind else {
      verification.trust = .untrusted
      return .keyNotAllowed
    }
    guard verification.signature == .valid else { return .payloadAltered }
    guard let bought = reader.receipt.purchase.purchaseDate else {
      verification.trust = .unknown
      return reader.hasInvalidPurchaseDate ? .creationDateInvalid : .creationDateMissing
    }
    guard let failure = chain.dateFailure(at: bought) else {
      verification.certificates = chain.carriedCertificates
      return .ok
    }
    verification.trust = .untrusted
    return failure
  }

  /// SHA-1 always, as far as is known; a later signer of version 3 may have gone over to SHA-256.
  private func signatureStatus(
    _ blob: SignatureBlob, _ bytes: Span<UInt8>, _ info: [UInt8], _ chain: ChainVerdict,
    _ verification: inout Verification
  ) -> SignatureStatus {
    guard let key = chain.signer?.publicKey, case .rsa = key.kind else { return .unchecked }
    let message = [blob.version.rawValue] + info
    var digests: [(DigestAlgorithm, MessageDigest)] = [(.sha1, .sha1)]
    if blob.version == .three { digests.append((.sha256, .sha256)) }
    for (name, algorithm) in digests {
      let value = context.digests.digest(message.span, algorithm)
      let isValid = context.signatures.isValid(
        bytes.extracting(blob.signature), over: value.span, algorithm, key: key)
      if isValid {
        verification.digest = name
        return .valid
      }
    }
    verification.digest = .sha1
    return .invalid
  }
}
