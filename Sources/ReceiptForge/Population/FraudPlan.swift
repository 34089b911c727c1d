import ReceiptVerification

/// What frauds and cheats store: one scheme each.
enum FraudPlan: CaseIterable {
  // Not signed by the store
  case expiryAltered, productAltered, refundHidden, hostileText, tradedForgery
  case foreignRoot, lookalikeRoot, rootAppended, selfSigned, leafAsIssuer, noSigner, wrongPurpose
  case cannedPurchase, inventedID, foreignToken, unsignedToken, editedAnswer, unprovenAnswer
  // Signed by the store, for somebody else
  case otherApp, relayed, replay, soldLineage, soldTwice, copiedDevice, sandboxSold
  // Within the store's own rules
  case ownReplay, refundAbuse, trialFarm

  func plan(_ register: inout AccountRegister, _ random: inout SplitMix64) -> PlannedCase {
    switch self {
    case .expiryAltered: Self.expiryAltered(&register, &random)
    case .productAltered: Self.productAltered(&register, &random)
    case .refundHidden: Self.refundHidden(&register, &random)
    case .hostileText: Self.hostileText(&register, &random)
    case .tradedForgery: Self.tradedForgery(&register, &random)
    case .foreignRoot: Self.forged("foreign-root", .untrustedRoot, &register, &random)
    case .lookalikeRoot: Self.forged("lookalike-root", .untrustedRoot, &register, &random)
    case .rootAppended: Self.forged("genuine-root-appended", .untrustedRoot, &register, &random)
    case .selfSigned: Self.forged("self-signed-leaf", .untrustedRoot, &register, &random)
    case .leafAsIssuer: Self.forged("leaf-as-issuer", .issuerNotACA, &register, &random)
    case .noSigner: Self.forged("no-signer", .noSigner, &register, &random)
    case .wrongPurpose: Self.wrongPurpose(&register, &random)
    case .cannedPurchase: Self.cannedPurchase(&register, &random)
    case .inventedID: Self.inventedID(&register, &random)
    case .foreignToken: Self.forged("token-foreign-chain", .untrustedRoot, &register, &random)
    case .unsignedToken:
      Self.forged("token-xcode-unsigned", .algorithmNotAllowed, &register, &random)
    case .editedAnswer: Self.editedAnswer(&register, &random)
    case .unprovenAnswer: Self.unprovenAnswer(&register, &random)
    case .otherApp: Self.otherApp("other-app", accounts: 1, &register, &random)
    case .relayed: Self.otherApp("relayed", accounts: 7, &register, &random)
    case .replay: Self.replay("replayed", nil, accounts: 7 + random.below(7), &register, &random)
    case .soldTwice: Self.replay("sold-twice", .tidewatch, accounts: 2, &register, &random)
    case .soldLineage: Self.soldLineage(&register, &random)
    case .copiedDevice: Self.copiedDevice(&register, &random)
    case .sandboxSold: Self.sandboxSold(&register, &random)
    case .ownReplay: Self.ownReplay(&register, &random)
    case .refundAbuse: Self.refundAbuse(&register, &random)
    case .trialFarm: Self.trialFarm(&register, &random)
    }
  }

  /// A customer who bought something, with the last receipt, which always has a purchase.
  static func victim(
    _ app: StoreApp? = nil, _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> (Account, PlannedReceipt) {
    let account = ConfounderPlan.customer(app, &register, &random)
    return (account, account.row(at: account.moments(1, &random)[0], &random))
  }
}

extension Truth {
  static func forged(_ label: String, _ reason: Reason, also others: String...) -> Truth {
    Truth(label: label, reason: reason, expectedFindings: ["forged-receipt"] + others)
  }
}
