extension RenewalInfo {
  private enum Field: String, CaseIterable {
    case originalTransactionId, productId, autoRenewProductId, autoRenewStatus, expirationIntent
    case isInBillingRetryPeriod, priceIncreaseStatus, gracePeriodExpiresDate, offerType
    case offerIdentifier, offerDiscountType, offerPeriod, signedDate, environment
    case recentSubscriptionStartDate, renewalDate, renewalPrice, currency, eligibleWinBackOfferIds
    case appAccountToken, appTransactionId, renewalBillingPlanType, commitmentInfo
    case advancedCommerceInfo
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
    case .originalTransactionId: originalTransactionID = fields.text(member)
    case .productId: productID = fields.text(member)
    case .autoRenewProductId: autoRenewProductID = fields.text(member)
    case .autoRenewStatus: autoRenewStatus = fields.number(member)
    case .expirationIntent: expirationIntent = fields.number(member)
    case .isInBillingRetryPeriod: isInBillingRetryPeriod = fields.flag(member)
    case .priceIncreaseStatus: priceIncreaseStatus = fields.number(member)
    case .gracePeriodExpiresDate: gracePeriodExpiresDate = fields.date(member)
    case .offerType: offerType = fields.number(member)
    case .offerIdentifier: offerID = fields.text(member)
    case .offerDiscountType: offerDiscountType = fields.text(member)
    case .offerPeriod: offerPeriod = fields.text(member)
    case .signedDate: signedDate = fields.date(member)
    case .environment: environment = fields.text(member)
    case .recentSubscriptionStartDate: recentSubscriptionStartDate = fields.date(member)
    case .renewalDate: renewalDate = fields.date(member)
    case .renewalPrice: renewalPrice = fields.number(member)
    case .currency: currency = fields.text(member)
    case .eligibleWinBackOfferIds: eligibleWinBackOfferIDs = fields.texts(member)
    case .appAccountToken: appAccountToken = fields.text(member)
    case .appTransactionId: appTransactionID = fields.text(member)
    case .renewalBillingPlanType: renewalBillingPlanType = fields.text(member)
    case .commitmentInfo: commitmentInfo = fields.objectText(member)
    case .advancedCommerceInfo: advancedCommerceInfo = fields.objectText(member)
    }
  }
}
