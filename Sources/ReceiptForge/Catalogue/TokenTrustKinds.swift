import OpenSSL
import ReceiptVerification

extension ReceiptKind {
  /// Chains that do not lead from this signature to the store.
  static let tokenTrustKinds: [ReceiptKind] = [
    ReceiptKind("token-foreign-chain", "a hierarchy of the attacker's own", .untrustedRoot) {
      try TokenPKI.foreign.token(.transaction(bundleID: $1.bundleID ?? "")).bytes()
    },
    ReceiptKind("token-lookalike-chain", "the same under the genuine names", .untrustedRoot) {
      try TokenPKI.lookalike.token(.transaction(bundleID: $1.bundleID ?? "")).bytes()
    },
    ReceiptKind(
      "token-genuine-root-appended", "the attacker's chain, then the genuine root", .untrustedRoot
    ) {
      var token = try TokenPKI.foreign.token(.transaction(bundleID: $1.bundleID ?? ""))
      token.certificates[2] = $0.tokens.root.certificate
      return try token.bytes()
    },
    ReceiptKind("token-self-signed", "a leaf that signs itself", .untrustedRoot) {
      var template = TokenTemplates.leaf(.third, "Receipt Audit Test")
      template.serial = [0x01]
      let leaf = try TestIdentity.selfSigned(template, key: TokenPKI.otherKey)
      var token = $0.tokens.token(.transaction(bundleID: $1.bundleID ?? ""))
      token.certificates = [leaf.certificate]
      token.key = leaf.key
      return try token.bytes()
    },
    ReceiptKind("token-chain-exchanged", "the chain of another genuine token", .payloadAltered) {
      var token = $0.tokens.token(.transaction(bundleID: $1.bundleID ?? ""))
      try token.seal()
      token.certificates = $0.tokens.chain(.second).certificates
      return try token.bytes()
    },
    trust("token-leaf-without-marker", "a leaf not for receipts", .leafMarkerMissing) {
      try $0.chain(leaf: { $0.markers = [] })
    },
    trust(
      "token-intermediate-without-marker", "another intermediate", .intermediateMarkerMissing
    ) {
      try $0.chain(intermediate: { $0.markers = [] })
    },
    ReceiptKind("token-leaf-of-other-curve", "ES256 named, a P-384 leaf", .keyNotAllowed) {
      let chain = try $0.tokens.chain(leafKey: $0.tokens.intermediate.key)
      var token = SignedToken(.transaction(bundleID: $1.bundleID ?? ""), chain)
      token.signature = [UInt8](repeating: 1, count: 64)
      return try token.bytes()
    },
    trust("token-leaf-as-issuer", "a genuine leaf (CA:FALSE) issued another one", .issuerNotACA) {
      let genuine = $0.chain()
      var template = TokenTemplates.leaf(.third, "Receipt Audit Test")
      template.subject.entries[0].value += " 2"
      let second = try genuine.leaf.issue(template, key: TokenPKI.otherKey)
      return SigningChain(leaf: second, intermediate: genuine.leaf, root: genuine.intermediate)
    },
    ReceiptKind(
      "token-xcode-claims-production", "Xcode's signer over a payload of the store",
      .untrustedRoot
    ) {
      try TokenPKI.xcodeToken(.transaction(bundleID: $1.bundleID ?? "")).bytes()
    },
    ReceiptKind("token-xcode-unsigned", "says Xcode, and is not signed", .algorithmNotAllowed) {
      var token = try TokenPKI.xcodeToken(.xcode(bundleID: $1.bundleID ?? ""))
      token.algorithm = "none"
      token.signature = []
      return try token.bytes()
    },
  ]

  private static func trust(
    _ name: String, _ summary: String, _ reason: Reason,
    _ chain: @escaping @Sendable (TokenPKI) throws -> SigningChain
  ) -> ReceiptKind {
    ReceiptKind(name, summary, reason) {
      try SignedToken(.transaction(bundleID: $1.bundleID ?? ""), chain($0.tokens)).bytes()
    }
  }
}
