/// The payload of StoreKit 2's signed transaction (Apple: JWSTransactionDecodedPayload).
///
/// nil means absent or undecodable; what was undecodable is kept in `unknownFields`. Words that
/// Apple lists (types, reasons) are kept as they are, so that new ones are not lost. Dates are
/// milliseconds since 1970, with fractions in Xcode.
public struct StoreTransaction: Sendable, Equatable {
  public var transactionID: String?
  public var originalTransactionID: String?
  /// Only subscriptions have one.
  public var webOrderLineItemID: String?
  public var bundleID: String?
  public var productID: String?
  public var subscriptionGroupID: String?
  public var purchaseDate: Instant?
  public var originalPurchaseDate: Instant?
  /// Only auto-renewable subscriptions have one.
  public var expiresDate: Instant?
  public var quantity: Int64?
  /// `Auto-Renewable Subscription`, `Non-Consumable`, `Consumable`, `Non-Renewing Subscription`.
  public var type: String?
  /// A UUID that the app gave: the account that bought.
  public var appAccountToken: String?
  /// `PURCHASED`, `FAMILY_SHARED`.
  public var inAppOwnershipType: String?
  public var signedDate: Instant?
  public var revocationDate: Instant?
  /// 0 other, 1 an issue with the app.
  public var revocationReason: Int64?
  /// `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
  public var revocationType: String?
  /// In milliunits: 50000 is 50 %.
  public var revocationPercentage: Int64?
  public var isUpgraded: Bool?
  /// 1 introductory, 2 promotional, 3 offer code, 4 win-back.
  public var offerType: Int64?
  public var offerID: String?
  /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`, `ONE_TIME`.
  public var offerDiscountType: String?
  /// ISO 8601, such as `P1Y`.
  public var offerPeriod: String?
  /// `Production`, `Sandbox`, `Xcode`, `LocalTesting`; absent before 2022.
  public var environment: String?
  /// ISO 3166-1 alpha-3.
  public var storefront: String?
  public var storefrontID: String?
  /// `PURCHASE`, `RENEWAL`.
  public var transactionReason: String?
  /// In milliunits of the currency: 10990 is 10.99; quantity and discount are in it.
  public var price: Int64?
  /// ISO 4217.
  public var currency: String?
  /// The download of the app, for each Apple account.
  public var appTransactionID: String?
  /// `BILLED_UPFRONT`, `MONTHLY`.
  public var billingPlanType: String?
  /// A JSON object, as it was signed.
  public var commitmentInfo: String?
  /// A JSON object, as it was signed.
  public var advancedCommerceInfo: String?
  /// base64; only tokens made on a device have the two.
  public var deviceVerification: String?
  public var deviceVerificationNonce: String?
  public var unknownFields: [UnknownField] = []

  public init() {}

  /// nil for a word that is not one of the known types.
  public var productType: ProductType? {
    switch type {
    case "Non-Consumable": .nonConsumable
    case "Consumable": .consumable
    case "Non-Renewing Subscription": .nonRenewingSubscription
    case "Auto-Renewable Subscription": .autoRenewableSubscription
    default: nil
    }
  }

  /// Whether the period is a free trial; nil where that is not knowable: tokens of before 2024 name
  /// an offer without saying how it was paid for.
  public var isTrialPeriod: Bool? {
    guard let offerDiscountType else { return offerType == nil ? false : nil }
    return offerDiscountType == "FREE_TRIAL"
  }

  /// Whether the period is sold at an introductory price; a free trial is not. nil as for a trial.
  public var isInIntroOfferPeriod: Bool? {
    guard offerType == 1 else { return false }
    return isTrialPeriod.map { !$0 }
  }

  /// The same facts under the names of the PKCS#7 receipt.
  public var purchase: InAppPurchase {
    var purchase = InAppPurchase()
    purchase.quantity = quantity
    purchase.productID = productID
    purchase.transactionID = transactionID
    purchase.originalTransactionID = originalTransactionID
    purchase.webOrderLineItemID = webOrderLineItemID.flatMap { Int64($0) }
    purchase.purchaseDate = purchaseDate
    purchase.originalPurchaseDate = originalPurchaseDate
    purchase.productType = productType
    purchase.expiresDate = expiresDate
    purchase.cancellationDate = revocationDate
    purchase.cancellationReason = revocationReason
    purchase.isTrialPeriod = isTrialPeriod
    purchase.isInIntroOfferPeriod = isInIntroOfferPeriod
    purchase.promotionalOfferID = offerType == 2 ? offerID : nil
    return purchase
  }
}
