import ReceiptVerification

extension ReceiptKind {
  /// Signed tokens of every kind as the store and Xcode make them, and as columns hold them.
  static let tokenKinds: [ReceiptKind] =
    genuineTokenKinds + tokenHeaderKinds + tokenTrustKinds + tokenFormKinds + tokenPayloadKinds
    + tokenDateKinds

  private static let genuineTokenKinds: [ReceiptKind] = [
    token("token-transaction", "a signed transaction, as the store makes it", .ok),
    token("token-sandbox", "a signed transaction of the sandbox", .ok, ["sandbox-receipt"]) {
      $0["environment"] = .text("Sandbox")
      for name in ["transactionId", "originalTransactionId"] {
        $0[name] = .text("2000001027701928")
      }
      $0["webOrderLineItemId"] = .text("2000000114202140")
    },
    ReceiptKind("token-renewal-info", "signed renewal info", .ok) { pki, _ in
      try pki.tokens.token(.renewalInfo).bytes()
    },
    ReceiptKind("token-app-transaction", "a signed app transaction", .ok) {
      try $0.tokens.token(.appTransaction(bundleID: $1.bundleID ?? "")).bytes()
    },
    ReceiptKind("token-notification", "a notification with transaction and renewal info", .ok) {
      try $0.tokens.notification("DID_RENEW", bundleID: $1.bundleID ?? "")
    },
    ReceiptKind("token-notification-body", "a notification as it was posted", .ok) {
      let token = try $0.tokens.notification("DID_RENEW", bundleID: $1.bundleID ?? "")
      let text = String(decoding: token, as: UTF8.self)
      return Array("{\"signedPayload\":\"\(text)\"}".utf8)
    },
    ReceiptKind("token-refund", "a notification of a refund", .ok) {
      try $0.tokens.notification("REFUND", bundleID: $1.bundleID ?? "") {
        $0["revocationDate"] = TokenDraft.milliseconds("2025-10-05T12:00:00Z")
        $0["revocationReason"] = .number(1)
      }
    },
    ReceiptKind("token-xcode", "made by Xcode's StoreKit testing", .xcodeTestSigner) {
      try TokenPKI.xcodeToken(.xcode(bundleID: $1.bundleID ?? "")).bytes()
    },
    ReceiptKind("token-local-testing", "made by local StoreKit testing", .localTesting) {
      var draft = TokenDraft.xcode(bundleID: $1.bundleID ?? "")
      draft["environment"] = .text("LocalTesting")
      return try TokenPKI.xcodeToken(draft).bytes()
    },
    token("token-malleated", "the other value of s that verifies", .ok) { token in
      try token.seal()
      token.malleate()
    },
    storedToken("token-stored-with-spaces", "white space round the token", .ok) { "\n \($0)\r\n" },
    storedToken("token-stored-in-quotes", "quotes round the token", .ok) { "\"\($0)\"" },
  ]

  /// A transaction with another payload, signed by the store.
  static func token(
    _ name: String, _ summary: String, _ reason: Reason, _ findings: [String]? = nil,
    _ change: @escaping @Sendable (inout TokenDraft) -> Void
  ) -> ReceiptKind {
    ReceiptKind(name, summary, reason, findings: findings) {
      var draft = TokenDraft.transaction(bundleID: $1.bundleID ?? "")
      change(&draft)
      return try $0.tokens.token(draft).bytes()
    }
  }

  /// A transaction's token, changed before or after it was signed.
  static func token(
    _ name: String, _ summary: String, _ reason: Reason,
    _ change: @escaping @Sendable (inout SignedToken) throws -> Void = { _ in }
  ) -> ReceiptKind {
    ReceiptKind(name, summary, reason) {
      var token = $0.tokens.token(.transaction(bundleID: $1.bundleID ?? ""))
      try change(&token)
      return try token.bytes()
    }
  }

  /// A transaction's token whose text was changed.
  static func storedToken(
    _ name: String, _ summary: String, _ reason: Reason,
    _ change: @escaping @Sendable (String) -> String
  ) -> ReceiptKind {
    ReceiptKind(name, summary, reason) {
      let token = $0.tokens.token(.transaction(bundleID: $1.bundleID ?? ""))
      return Array(change(try token.text()).utf8)
    }
  }
}

extension TokenPKI {
  /// A notification whose transaction was changed before it was signed.
  public func notification(
    _ type: String, subtype: String? = nil, bundleID: String,
    transaction change: (inout TokenDraft) -> Void = { _ in }
  ) throws -> [UInt8] {
    var transaction = TokenDraft.transaction(bundleID: bundleID)
    change(&transaction)
    let draft = TokenDraft.notification(
      type, subtype: subtype, bundleID: bundleID, transaction: try token(transaction).text(),
      renewalInfo: try token(.renewalInfo).text())
    return try token(draft).bytes()
  }
}
