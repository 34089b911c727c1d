import ReceiptVerification

/// A purchase in a signed transaction of StoreKit 2, by itself or in a server notification.
struct PlannedToken: Sendable, Equatable {
  var purchase: PurchaseDraft
  /// Seconds since 1970.
  var signedAt: Int64
  /// Type of the notification around it; nil: the app sent the transaction itself.
  var notification: String?

  func mint(_ pki: TokenPKI, bundleID: String) throws -> [UInt8] {
    let generation = TokenGeneration.at(signedAt)
    let transaction = pki.token(transaction(bundleID), generation)
    guard let notification else { return try transaction.bytes() }
    var draft = TokenDraft.notification(
      notification, bundleID: bundleID, transaction: try transaction.text())
    draft["notificationUUID"] = .text("notification-\(purchase.transactionID)-\(signedAt)")
    draft["signedDate"] = .number(signedAt * 1000)
    return try pki.token(draft, generation).bytes()
  }

  private func transaction(_ bundleID: String) -> TokenDraft {
    var draft = TokenDraft([
      "transactionId": .text(purchase.transactionID),
      "originalTransactionId": .text(purchase.originalTransactionID ?? purchase.transactionID),
      "bundleId": .text(bundleID), "productId": .text(purchase.productID),
      "quantity": .number(purchase.quantity), "type": .text(typeName),
      "inAppOwnershipType": .text("PURCHASED"), "signedDate": .number(signedAt * 1000),
      "environment": .text("Production"), "storefront": .text("USA"),
      "storefrontId": .text("143441"), "transactionReason": .text("PURCHASE"),
    ])
    if purchase.webOrderLineItemID != 0 {
      draft["webOrderLineItemId"] = .text(String(purchase.webOrderLineItemID))
    }
    for (name, date) in [
      ("purchaseDate", purchase.purchaseDate),
      ("originalPurchaseDate", purchase.originalPurchaseDate),
      ("expiresDate", purchase.expiresDate), ("revocationDate", purchase.cancellationDate),
    ] {
      draft[name] = date.flatMap(ReceiptDate.seconds).map { .number($0 * 1000) }
    }
    if purchase.isTrialPeriod {
      draft["offerType"] = .number(1)
      draft["offerDiscountType"] = .text("FREE_TRIAL")
    }
    return draft
  }

  private var typeName: String {
    switch purchase.productType {
    case .consumable: "Consumable"
    case .nonRenewingSubscription: "Non-Renewing Subscription"
    case .autoRenewableSubscription: "Auto-Renewable Subscription"
    default: "Non-Consumable"
    }
  }
}
