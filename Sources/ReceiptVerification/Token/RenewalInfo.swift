/// The payload of StoreKit 2's signed renewal info (Apple: JWSRenewalInfoDecodedPayload).
///
/// It names no app: a genuine one of any app verifies, so it belongs to an app only through a
/// verified transaction of the same original transaction. nil as in `StoreTransaction`.
public struct RenewalInfo: Sendable, Equatable {
  public var originalTransactionID: String?
  public var productID: String?
  /// What the next period will be.
  public var autoRenewProductID: String?
  /// 0 off, 1 on.
  public var autoRenewStatus: Int64?
  /// 1 cancelled by the customer, 2 billing error, 3 no consent to a price increase, 4 product not
  /// for sale, 5 other.
  public var expirationIntent: Int64?
  public var isInBillingRetryPeriod: Bool?
  /// 0 not answered, 1 consented.
  public var priceIncreaseStatus: Int64?
  public var gracePeriodExpiresDate: Instant?
  /// As in `StoreTransaction`.
  public var offerType: Int64?
  public var offerID: String?
  public var offerDiscountType: String?
  public var offerPeriod: String?
  public var signedDate: Instant?
  public var environment: String?
  /// Start of the subscription, lapses under 60 days ignored.
  public var recentSubscriptionStartDate: Instant?
  public var renewalDate: Instant?
  /// In milliunits of the currency.
  public var renewalPrice: Int64?
  public var currency: String?
  public var eligibleWinBackOfferIDs: [String]?
  public var appAccountToken: String?
  public var appTransactionID: String?
  public var renewalBillingPlanType: String?
  /// A JSON object, as it was signed.
  public var commitmentInfo: String?
  /// A JSON object, as it was signed.
  public var advancedCommerceInfo: String?
  public var unknownFields: [UnknownField] = []

  public init() {}
}
