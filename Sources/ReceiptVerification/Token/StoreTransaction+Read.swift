extension StoreTransaction {
  private enum Field: String, CaseIterable {
    case transactionId, originalTransactionId, webOrderLineItemId, bundleId, productId
    case subscriptionGroupIdentifier, purchaseDate, originalPurchaseDate, expiresDate, quantity
    case type, appAccountToken, inAppOwnershipType, signedDate, revocationDate, revocationReason
    case revocationType, revocationPercentage, isUpgraded, offerType, offerIdentifier
    case offerDiscountType, offerPeriod, environment, storefront, storefrontId, transactionReason
    case price, currency, appTransactionId, billingPlanType, commitmentInfo, advancedCommerceInfo
    case deviceVerification, deviceVerificationNonce
  }

  private static let table = FieldTable<Field>()

  init(_ payload: JSONObject, _ fields: inout PayloadFields) {
    self.init()
    Self.table.read(payload, &fields) { read($0, $1, &$2) }
    unknownFields = fields.unknown
  }

  private mutating func read(
    _ field: Field, _ member: JSONMember, _ fields: inout PayloadFields
  ) {
    switch field {
    case .transactionId: transactionID = fields.text(member)
    case .originalTransactionId: originalTransactionID = fields.text(member)
    case .webOrderLineItemId: webOrderLineItemID = fields.text(member)
    case .bundleId: bundleID = fields.text(member)
    case .productId: productID = fields.text(member)
    case .subscriptionGroupIdentifier: subscriptionGroupID = fields.text(member)
    case .purchaseDate: purchaseDate = fields.date(member)
    case .originalPurchaseDate: originalPurchaseDate = fields.date(member)
    case .expiresDate: expiresDate = fields.date(member)
    case .quantity: quantity = fields.number(member)
    case .type: type = fields.text(member)
    case .appAccountToken: appAccountToken = fields.text(member)
    case .inAppOwnershipType: inAppOwnershipType = fields.text(member)
    case .signedDate: signedDate = fields.date(member)
    case .revocationDate: revocationDate = fields.date(member)
    case .revocationReason: revocationReason = fields.number(member)
    case .revocationType: revocationType = fields.text(member)
    case .revocationPercentage: revocationPercentage = fields.number(member)
    case .isUpgraded: isUpgraded = fields.flag(member)
    case .offerType: offerType = fields.number(member)
    case .offerIdentifier: offerID = fields.text(member)
    case .offerDiscountType: offerDiscountType = fields.text(member)
    case .offerPeriod: offerPeriod = fields.text(member)
    case .environment: environment = fields.text(member)
    case .storefront: storefront = fields.text(member)
    case .storefrontId: storefrontID = fields.text(member)
    case .transactionReason: transactionReason = fields.text(member)
    case .price: price = fields.number(member)
    case .currency: currency = fields.text(member)
    case .appTransactionId: appTransactionID = fields.text(member)
    case .billingPlanType: billingPlanType = fields.text(member)
    case .commitmentInfo: commitmentInfo = fields.objectText(member)
    case .advancedCommerceInfo: advancedCommerceInfo = fields.objectText(member)
    case .deviceVerification: deviceVerification = fields.text(member)
    case .deviceVerificationNonce: deviceVerificationNonce = fields.text(member)
    }
  }
}
