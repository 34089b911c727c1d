/// The payload of an App Store server notification, version 2 (Apple:
/// responseBodyV2DecodedPayload).
///
/// Its own signature says nothing of the tokens inside it: each is judged by itself, in `nested`.
public struct StoreNotification: Sendable, Equatable {
  /// `SUBSCRIBED`, `DID_RENEW`, `REFUND`, `REFUND_REVERSED`, `REVOKE`, `EXPIRED`, ...
  public var notificationType: String?
  /// `INITIAL_BUY`, `VOLUNTARY`, `BILLING_RETRY`, ...
  public var subtype: String?
  /// The identity of the notification, whichever way and however often it was delivered.
  public var notificationUUID: String?
  /// `2.0`
  public var version: String?
  public var signedDate: Instant?
  /// Which of the four bodies is there: `data`, `summary`, `externalPurchaseToken`, `appData`.
  public var body: String?

  /// Of `data`, `summary` or `appData`: `Production`, `Sandbox`, ...; an external purchase token has
  /// none, there it is told by the token's id.
  public var environment: String?
  public var appAppleID: Int64?
  public var bundleID: String?
  public var bundleVersion: String?
  /// Of `data`: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  public var status: Int64?
  /// Of `data`, why the customer asked for a refund.
  public var consumptionRequestReason: String?

  public var summary: Summary?
  public var externalPurchase: ExternalPurchase?
  /// The tokens inside, under `signedTransactionInfo`, `signedRenewalInfo` and
  /// `signedAppTransactionInfo`, each judged by itself.
  public var nested: [NestedVerification] = []
  public var unknownFields: [UnknownField] = []

  public init() {}

  /// What came of a renewal date extension for all subscribers.
  public struct Summary: Sendable, Equatable {
    public var requestID: String?
    public var productID: String?
    /// ISO 3166-1 alpha-3.
    public var storefrontCountryCodes: [String]?
    public var succeededCount: Int64?
    public var failedCount: Int64?

    public init() {}
  }

  /// A token for a purchase outside the store.
  public struct ExternalPurchase: Sendable, Equatable {
    /// Begins with `SANDBOX` in the sandbox.
    public var externalPurchaseID: String?
    public var tokenCreationDate: Instant?

    public init() {}
  }
}

extension StoreNotification {
  /// The transaction inside, whatever was found out about it.
  public var transaction: Verification? { nested("signedTransactionInfo") }
  /// The renewal info inside, whatever was found out about it.
  public var renewalInfo: Verification? { nested("signedRenewalInfo") }

  private func nested(_ field: String) -> Verification? {
    nested.first { $0.field == field }?.verification
  }
}
