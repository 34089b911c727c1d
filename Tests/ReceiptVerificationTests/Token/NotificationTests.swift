import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Notifications and the tokens inside them")
struct NotificationTests {
  private static let bundleID = "com.example.meadow"
  private static let tokens = Minted.pki.tokens

  private static func verify(_ draft: TokenDraft) throws -> Verification {
    Minted.verifier.verify(try tokens.token(draft).bytes())
  }

  private static func notification(_ verification: Verification) -> StoreNotification? {
    if case .notification(let notification) = verification.document { notification } else { nil }
  }

  @Test("each token inside is judged by itself, and its purchase is believed for itself")
  func nested() throws {
    let transaction = try Self.tokens.token(.transaction(bundleID: Self.bundleID)).text()
    let forged = try TokenPKI.foreign.token(.renewalInfo).text()
    let verification = try Self.verify(
      .notification(
        "DID_RENEW", subtype: "BILLING_RECOVERY", bundleID: Self.bundleID,
        transaction: transaction, renewalInfo: forged))
    let notification = try #require(Self.notification(verification))
    #expect(verification.reason == .ok)
    #expect(notification.notificationType == "DID_RENEW")
    #expect(notification.subtype == "BILLING_RECOVERY")
    #expect(notification.notificationUUID == "01c574dc-64b7-45d3-889a-5fdcb08fb5c0")
    #expect(notification.body == "data")
    #expect(notification.appAppleID == 6_636_469_468)
    #expect(notification.status == 1)
    #expect(notification.transaction?.reason == .ok)
    #expect(notification.renewalInfo?.reason == .untrustedRoot)
    #expect(verification.observations.map(\.check) == ["nested-not-genuine"])
    #expect(verification.purchases.map(\.isVerified) == [true])
  }

  @Test("a genuine notification does not make the transaction inside genuine")
  func forgedInside() throws {
    let forged = try TokenPKI.foreign.token(.transaction(bundleID: Self.bundleID)).text()
    let verification = try Self.verify(
      .notification("REFUND", bundleID: Self.bundleID, transaction: forged))
    #expect(verification.verdict == .genuine)
    #expect(verification.purchases.map(\.isVerified) == [false])
  }

  @Test("a token about another app or environment is noted")
  func otherApp() throws {
    var draft = TokenDraft.transaction(bundleID: "com.example.other")
    draft["environment"] = .text("Sandbox")
    let verification = try Self.verify(
      .notification(
        "REFUND", bundleID: Self.bundleID, transaction: try Self.tokens.token(draft).text()))
    let checks = verification.observations.map(\.check)
    #expect(checks.contains("nested-bundle-differs"))
    #expect(checks.contains("nested-environment-differs"))
  }

  @Test("a notification inside a notification is not followed")
  func nestedNotification() throws {
    let inner = try Self.tokens.notification("TEST", bundleID: Self.bundleID)
    let middle = Self.tokens.token(
      .notification(
        "TEST", bundleID: Self.bundleID, transaction: String(decoding: inner, as: UTF8.self)))
    let verification = try Self.verify(
      .notification("TEST", bundleID: Self.bundleID, transaction: try middle.text()))
    let nested = try #require(Self.notification(verification)?.transaction)
    #expect(Self.notification(nested)?.transaction?.reason == .unsupportedFormat)
  }

  @Test("summary and external purchase token have fields of their own")
  func otherBodies() throws {
    var summary = TokenDraft.notification("RENEWAL_EXTENSION", bundleID: Self.bundleID)
    summary["data"] = nil
    summary["summary"] = .object([
      .init("environment", .text("Production")), .init("requestIdentifier", .text("r1")),
      .init("storefrontCountryCodes", .array([.text("USA"), .text("FRA")])),
      .init("succeededCount", .number(5)), .init("failedCount", .number(2)),
      .init("newCount", .number(1)),
    ])
    let extended = try Self.verify(summary)
    let notification = try #require(Self.notification(extended))
    #expect(notification.summary?.requestID == "r1")
    #expect(notification.summary?.storefrontCountryCodes == ["USA", "FRA"])
    #expect(notification.summary?.succeededCount == 5)
    #expect(notification.summary?.failedCount == 2)
    #expect(
      notification.unknownFields == [UnknownField(name: "summary.newCount", json: "1")])

    var external = TokenDraft.notification("EXTERNAL_PURCHASE_TOKEN", bundleID: Self.bundleID)
    external["data"] = nil
    external["externalPurchaseToken"] = .object([
      .init("externalPurchaseId", .text("SANDBOX_b2158121")),
      .init("tokenCreationDate", .number(1_759_727_838_000)),
    ])
    let token = try Self.verify(external)
    #expect(token.environment == .sandbox)
    #expect(
      Self.notification(token)?.externalPurchase?.tokenCreationDate
        == Instant(secondsSince1970: 1_759_727_838))
  }
}
