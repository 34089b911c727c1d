import ReceiptVerification

extension ReceiptKind {
  /// A receipt dated where its signer is not valid, or not dated at all.
  static let dateKinds: [ReceiptKind] = [
    dated("created-on-last-second", "signed at the leaf's very end", .ok, 0, from: \.upperBound),
    dated(
      "created-after-leaf", "signed a second after the leaf's end", .signerExpiredAtCreation, 1,
      from: \.upperBound),
    dated("created-on-first-second", "signed at the leaf's very start", .ok, 0, from: \.lowerBound),
    dated(
      "created-before-leaf", "signed a second before the leaf's start", .signerNotYetValid, -1,
      from: \.lowerBound),
    ReceiptKind("creation-date-missing", "no attribute 12", .creationDateMissing) {
      var draft = $1
      draft.creationDate = nil
      return try $0.mint(draft, chain: $0.chain(.sha256First))
    },
    ReceiptKind("creation-date-invalid", "an attribute 12 that is no date", .creationDateInvalid) {
      var draft = $1
      draft.creationDate = "yesterday, about noon"
      return try $0.mint(draft, chain: $0.chain(.sha256First))
    },
  ]

  private static func dated(
    _ name: String, _ summary: String, _ reason: Reason, _ offset: Int64,
    from edge: any KeyPath<ClosedRange<Int64>, Int64> & Sendable
  ) -> ReceiptKind {
    ReceiptKind(name, summary, reason) {
      var draft = $1
      draft.creationDate = ReceiptDate.text(
        Generation.sha256First.leafValidity[keyPath: edge] + offset)
      return try $0.mint(draft, chain: $0.chain(.sha256First))
    }
  }
}
