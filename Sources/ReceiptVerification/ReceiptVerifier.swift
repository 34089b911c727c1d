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

  /// Judges what a receipts column holds: DER, base64 in any known damaged form, or a signed token in
  /// compact form; nil is SQL NULL.
  public func verify(_ stored: [UInt8]?) -> Verification {
    guard let stored else { return Verification(format: .unknown, reason: .null) }
    return judge(stored, inside: nil)
  }

  /// What another document is made of.
  private enum Member {
    /// A receipt in verifyReceipt's JSON, and no other document.
    case receipt
    /// The token that a notification is delivered as.
    case token
  }

  /// Reads what is stored in the likelier way, and in the other where that one does not verify.
  private func judge(_ stored: [UInt8], inside member: Member?) -> Verification {
    let readings = Transport.read(stored)
    let likelier = judge(readings.first, of: stored, inside: member)
    guard likelier.verdict != .genuine, let second = readings.second else { return likelier }
    let other = judge(second, of: stored, inside: member)
    // Neither verifies: what can be decoded tells more than what cannot.
    let isBetter = likelier.verdict == .corrupt && other.verdict != .corrupt
    return other.verdict == .genuine || isBetter ? other : likelier
  }

  private func judge(
    _ reading: Transport, of stored: [UInt8], inside member: Member?
  ) -> Verification {
    switch reading {
    case .failure(let reason):
      return Verification(format: .unknown, reason: reason)
    case .token where member == .receipt:
      return Verification(format: .unknown, reason: .unsupportedFormat)
    case .token(let token):
      let verification = contexts.with { context in
        TokenVerification(chains, context).verify(stored.span.extracting(token.range))
      }
      return Self.noting(token.repairs, [], in: verification)
    case .encoded(let bytes, let repairs, let observations):
      return contexts.with { context in
        ContainerVerification(chains, context).verify(bytes.span, repairs, observations)
      }
    case .document(let document, let repairs, let observations):
      return Self.noting(repairs, observations, in: judge(document, inside: member))
    }
  }

  private func judge(_ document: OtherDocument, inside member: Member?) -> Verification {
    switch document {
    case .propertyList(let text):
      contexts.with { context in
        TransactionReceiptVerification(chains, context).verify(text.span)
      }
    case .json(let text) where member == nil:
      VerifyReceiptVerification(
        receipt: { judge($0, inside: .receipt) }, token: { judge($0, inside: .token) }
      ).verify(text.span)
    case .json: Verification(format: .unknown, reason: .unsupportedFormat)
    }
  }

  /// What was mended on the way to the document stands before what was seen in it.
  private static func noting(
    _ repairs: [Repair], _ observations: [Observation], in verification: Verification
  ) -> Verification {
    var noted = verification
    noted.repairs = repairs + noted.repairs
    if !observations.isEmpty { noted.observations = observations + noted.observations }
    return noted
  }
}
