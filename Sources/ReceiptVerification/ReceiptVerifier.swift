import OpenSSL

/// Judges stored receipts; safe to use from any thread.
///
/// It knows no clock, no database and no policy but its anchors: the same bytes give the same answer.
public struct ReceiptVerifier: Sendable {
  public let anchors: TrustAnchors
  private let chains: ChainJudge
  private let contexts = ContextPool()

  public init(anchors: TrustAnchors = .apple) {
    self.anchors = anchors
    chains = ChainJudge(anchors)
  }

  /// Judges what a receipts column holds: DER, or base64 in any known damaged form; nil is SQL NULL.
  public func verify(_ stored: [UInt8]?) -> Verification {
    guard let stored else { return Verification(format: .unknown, reason: .null) }
    switch Transport.read(stored) {
    case .failure(let reason):
      return Verification(format: .unknown, reason: reason)
    case .unsupported(let format):
      return Verification(format: format, reason: .unsupportedFormat)
    case .encoded(let bytes, let repairs, let observations):
      var verification = contexts.with { context in
        ContainerVerification(chains, context).verify(bytes.span)
      }
      verification.repairs = repairs
      verification.observations = observations + verification.observations
      return verification
    }
  }
}
