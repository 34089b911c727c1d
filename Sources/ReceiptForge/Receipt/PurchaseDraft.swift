public import ReceiptVerification

/// An in-app purchase to be written into a receipt; the defaults are a plain non-consumable.
///
/// Dates are text, so that a test can write any: nil leaves the attribute out, "" is Apple's "none".
public struct PurchaseDraft: Sendable, Equatable {
  public var quantity: Int64 = 1
  public var productID: String
  public var transactionID: String
  /// nil: the same as `transactionID`.
  public var originalTransactionID: String?
  public var purchaseDate: String?
  public var originalPurchaseDate: String?
  public var productType: ProductType
  public var expiresDate: String? = ""
  public var productItemID: Int64 = 1_187_000_001
  public var webOrderLineItemID: Int64 = 0
  public var cancellationDate: String? = ""
  public var isTrialPeriod = false
  public var isInIntroOfferPeriod = false
  public var cancellationReason: Int64?
  public var promotionalOfferID: String?
  public var edits = AttributeEdits()

  public init(
    productID: String, transactionID: String, type: ProductType = .nonConsumable,
    purchaseDate: String = "2023-05-01T08:30:00Z"
  ) {
    self.productID = productID
    self.transactionID = transactionID
    self.purchaseDate = purchaseDate
    originalPurchaseDate = purchaseDate
    productType = type
  }

  /// A period of an auto-renewable subscription.
  public static func subscription(
    _ productID: String, transactionID: String, original: String? = nil, lineItem: Int64,
    from purchaseDate: String, until expiresDate: String
  ) -> PurchaseDraft {
    var draft = PurchaseDraft(
      productID: productID, transactionID: transactionID, type: .autoRenewableSubscription,
      purchaseDate: purchaseDate)
    draft.originalTransactionID = original
    draft.webOrderLineItemID = lineItem
    draft.expiresDate = expiresDate
    return draft
  }

  public static func consumable(
    _ productID: String, transactionID: String, at purchaseDate: String
  ) -> PurchaseDraft {
    PurchaseDraft(
      productID: productID, transactionID: transactionID, type: .consumable,
      purchaseDate: purchaseDate)
  }

  public static func nonConsumable(
    _ productID: String, transactionID: String, at purchaseDate: String
  ) -> PurchaseDraft {
    PurchaseDraft(productID: productID, transactionID: transactionID, purchaseDate: purchaseDate)
  }

  /// Apple writes these texts on every row, always empty; what they mean is not known.
  private static let emptyTexts: [Int64] = [1709, 1714, 1715, 1716, 1717, 1718]

  func attributes(_ store: Store) -> [PayloadAttribute] {
    edits.applied(to: store == .xcode ? xcodeAttributes : storeAttributes)
  }

  private var storeAttributes: [PayloadAttribute] {
    var all: [PayloadAttribute] = [
      .integer(AttributeType.quantity, quantity),
      .text(AttributeType.productID, productID),
      .text(AttributeType.transactionID, transactionID),
      .text(AttributeType.originalTransactionID, originalTransactionID ?? transactionID),
      .integer(AttributeType.productType, productType.rawValue),
      .integer(AttributeType.productItemID, productItemID),
      .integer(AttributeType.webOrderLineItemID, webOrderLineItemID),
      .integer(AttributeType.isTrialPeriod, isTrialPeriod ? 1 : 0),
      .integer(AttributeType.zeroTwentyTwo, 0),
    ]
    all += Self.emptyTexts.map { .text($0, "") }
    all += dates([
      (AttributeType.purchaseDate, purchaseDate),
      (AttributeType.purchaseOriginalDate, originalPurchaseDate),
      (AttributeType.expiresDate, expiresDate),
      (AttributeType.cancellationDate, cancellationDate),
    ])
    if productType == .autoRenewableSubscription {
      all.append(.integer(AttributeType.isInIntroOfferPeriod, isInIntroOfferPeriod ? 1 : 0))
    }
    if let cancellationReason {
      all.append(.integer(AttributeType.cancellationReason, cancellationReason))
    }
    if let promotionalOfferID {
      all.append(.text(AttributeType.promotionalOfferID, promotionalOfferID))
    }
    return all
  }

  private var xcodeAttributes: [PayloadAttribute] {
    var all: [PayloadAttribute] = [
      .integer(AttributeType.quantity, quantity),
      .text(AttributeType.productID, productID),
      .text(AttributeType.transactionID, transactionID),
    ]
    all += dates([(AttributeType.purchaseDate, purchaseDate)])
    if productType == .autoRenewableSubscription {
      all += dates([(AttributeType.expiresDate, expiresDate)])
      all.append(.integer(AttributeType.isInIntroOfferPeriod, isInIntroOfferPeriod ? 1 : 0))
    }
    return all
  }

  private func dates(_ fields: [(Int64, String?)]) -> [PayloadAttribute] {
    fields.compactMap { type, text in text.map { .date(type, $0) } }
  }
}
