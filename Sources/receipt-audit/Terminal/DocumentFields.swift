import ReceiptVerification

/// The fields of every kind of document, under the names that the audit tables use.
enum DocumentFields {
  typealias Value = ReceiptFields.Value

  /// The fields of the document itself.
  static func document(_ document: Document) -> [(String, Value)] {
    switch document {
    case .appReceipt(let receipt): ReceiptFields.receipt(receipt)
    case .transaction(let transaction): self.transaction(transaction)
    case .renewalInfo(let renewal): self.renewal(renewal)
    case .appTransaction(let app): self.app(app)
    case .notification(let notification): self.notification(notification)
    case .transactionReceipt(let receipt): self.transactionReceipt(receipt)
    case .verifyReceiptAnswer(let answer):
      ReceiptFields.present([
        ("bundle_id", answer.bundleID.map(Value.string)),
        ("creation_date", answer.creationDate.map(Value.instant)),
        ("status", answer.status.map(Value.number)),
      ])
    }
  }

  /// The purchases of the document itself, not of those inside it.
  static func purchases(_ document: Document) -> [[(String, Value)]] {
    switch document {
    case .appReceipt(let receipt): receipt.purchases.map(ReceiptFields.purchase)
    case .transaction(let transaction):
      [ReceiptFields.purchase(transaction.purchase) + onlySigned(transaction)]
    case .transactionReceipt(let receipt): [ReceiptFields.purchase(receipt.purchase)]
    case .verifyReceiptAnswer(let answer):
      answer.unprovenPurchases.map {
        [("verified", .boolean(false))] + ReceiptFields.purchase($0.item)
          + ($0.transaction.map(onlySigned) ?? [])
      }
    case .renewalInfo, .appTransaction, .notification: []
    }
  }

  /// The documents inside it.
  static func nested(_ document: Document) -> [NestedVerification] {
    switch document {
    case .notification(let notification): notification.nested
    case .verifyReceiptAnswer(let answer): answer.nested
    default: []
    }
  }

  private static func transaction(_ transaction: StoreTransaction) -> [(String, Value)] {
    ReceiptFields.present([
      ("receipt_type", transaction.environment.map(Value.string)),
      ("bundle_id", transaction.bundleID.map(Value.string)),
      ("creation_date", transaction.signedDate.map(Value.instant)),
      ("app_transaction_id", transaction.appTransactionID.map(Value.string)),
      ("device_verification", transaction.deviceVerification.map(Value.string)),
      ("device_verification_nonce", transaction.deviceVerificationNonce.map(Value.string)),
      ("other_fields", unknown(transaction.unknownFields)),
    ])
  }

  private static func onlySigned(_ transaction: StoreTransaction) -> [(String, Value)] {
    ReceiptFields.present([
      ("product_type_name", transaction.type.map(Value.string)),
      ("price_milliunits", transaction.price.map(Value.number)),
      ("currency", transaction.currency.map(Value.string)),
      ("storefront", transaction.storefront.map(Value.string)),
      ("storefront_id", transaction.storefrontID.map(Value.string)),
      ("ownership_type", transaction.inAppOwnershipType.map(Value.string)),
      ("subscription_group_id", transaction.subscriptionGroupID.map(Value.string)),
      ("transaction_reason", transaction.transactionReason.map(Value.string)),
      ("is_upgraded", transaction.isUpgraded.map(Value.boolean)),
      ("offer_type", transaction.offerType.map(Value.number)),
      ("offer_id", transaction.offerID.map(Value.string)),
      ("offer_discount_type", transaction.offerDiscountType.map(Value.string)),
      ("offer_period", transaction.offerPeriod.map(Value.string)),
      ("revocation_type", transaction.revocationType.map(Value.string)),
      ("revocation_percentage", transaction.revocationPercentage.map(Value.number)),
      ("app_account_token", transaction.appAccountToken.map(Value.string)),
      ("billing_plan_type", transaction.billingPlanType.map(Value.string)),
      ("commitment_info", transaction.commitmentInfo.map(Value.json)),
      ("advanced_commerce_info", transaction.advancedCommerceInfo.map(Value.json)),
    ])
  }

  private static func renewal(_ renewal: RenewalInfo) -> [(String, Value)] {
    ReceiptFields.present([
      ("receipt_type", renewal.environment.map(Value.string)),
      ("creation_date", renewal.signedDate.map(Value.instant)),
      ("original_transaction_id", renewal.originalTransactionID.map(Value.string)),
      ("product_id", renewal.productID.map(Value.string)),
      ("auto_renew_product_id", renewal.autoRenewProductID.map(Value.string)),
      ("auto_renew_status", renewal.autoRenewStatus.map(Value.number)),
      ("expiration_intent", renewal.expirationIntent.map(Value.number)),
      ("is_in_billing_retry_period", renewal.isInBillingRetryPeriod.map(Value.boolean)),
      ("price_increase_status", renewal.priceIncreaseStatus.map(Value.number)),
      ("grace_period_expires_date", renewal.gracePeriodExpiresDate.map(Value.instant)),
      (
        "recent_subscription_start_date", renewal.recentSubscriptionStartDate.map(Value.instant)
      ),
      ("renewal_date", renewal.renewalDate.map(Value.instant)),
      ("renewal_price_milliunits", renewal.renewalPrice.map(Value.number)),
      ("currency", renewal.currency.map(Value.string)),
      ("offer_type", renewal.offerType.map(Value.number)),
      ("offer_id", renewal.offerID.map(Value.string)),
      ("offer_discount_type", renewal.offerDiscountType.map(Value.string)),
      ("offer_period", renewal.offerPeriod.map(Value.string)),
      ("eligible_win_back_offer_ids", renewal.eligibleWinBackOfferIDs.map(Value.strings)),
      ("app_account_token", renewal.appAccountToken.map(Value.string)),
      ("app_transaction_id", renewal.appTransactionID.map(Value.string)),
      ("renewal_billing_plan_type", renewal.renewalBillingPlanType.map(Value.string)),
      ("commitment_info", renewal.commitmentInfo.map(Value.json)),
      ("advanced_commerce_info", renewal.advancedCommerceInfo.map(Value.json)),
      ("other_fields", unknown(renewal.unknownFields)),
    ])
  }

  private static func app(_ app: AppTransaction) -> [(String, Value)] {
    ReceiptFields.present([
      ("receipt_type", app.receiptType.map(Value.string)),
      ("bundle_id", app.bundleID.map(Value.string)),
      ("app_item_id", app.appAppleID.map(Value.number)),
      ("app_version", app.appVersion.map(Value.string)),
      ("original_app_version", app.originalAppVersion.map(Value.string)),
      ("creation_date", app.receiptCreationDate.map(Value.instant)),
      ("original_purchase_date", app.originalPurchaseDate.map(Value.instant)),
      ("preorder_date", app.preorderDate.map(Value.instant)),
      ("request_date", app.requestDate.map(Value.instant)),
      ("version_external_id", app.versionExternalID.map(Value.number)),
      ("app_transaction_id", app.appTransactionID.map(Value.string)),
      ("original_platform", app.originalPlatform.map(Value.string)),
      ("device_verification", app.deviceVerification.map(Value.string)),
      ("device_verification_nonce", app.deviceVerificationNonce.map(Value.string)),
      ("other_fields", unknown(app.unknownFields)),
    ])
  }

  private static func notification(_ notification: StoreNotification) -> [(String, Value)] {
    let summary = notification.summary
    let external = notification.externalPurchase
    return ReceiptFields.present([
      ("receipt_type", notification.environment.map(Value.string)),
      ("bundle_id", notification.bundleID.map(Value.string)),
      ("app_item_id", notification.appAppleID.map(Value.number)),
      ("app_version", notification.bundleVersion.map(Value.string)),
      ("creation_date", notification.signedDate.map(Value.instant)),
      ("notification_type", notification.notificationType.map(Value.string)),
      ("subtype", notification.subtype.map(Value.string)),
      ("notification_uuid", notification.notificationUUID.map(Value.string)),
      ("version", notification.version.map(Value.string)),
      ("body", notification.body.map(Value.string)),
      ("status", notification.status.map(Value.number)),
      (
        "consumption_request_reason", notification.consumptionRequestReason.map(Value.string)
      ),
      ("request_id", summary?.requestID.map(Value.string)),
      ("product_id", summary?.productID.map(Value.string)),
      ("storefronts", summary?.storefrontCountryCodes.map(Value.strings)),
      ("succeeded_count", summary?.succeededCount.map(Value.number)),
      ("failed_count", summary?.failedCount.map(Value.number)),
      ("external_purchase_id", external?.externalPurchaseID.map(Value.string)),
      ("token_creation_date", external?.tokenCreationDate.map(Value.instant)),
      ("other_fields", unknown(notification.unknownFields)),
    ])
  }

  private static func transactionReceipt(_ receipt: TransactionReceipt) -> [(String, Value)] {
    ReceiptFields.present([
      ("bundle_id", receipt.bundleID.map(Value.string)),
      ("app_item_id", receipt.appItemID.map(Value.number)),
      ("app_version", receipt.appVersion.map(Value.string)),
      ("version_external_id", receipt.versionExternalID.map(Value.number)),
      ("device_id", receipt.deviceID.map(Value.string)),
      ("vendor_id", receipt.vendorID.map(Value.string)),
    ])
      + receipt.otherFields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
  }

  private static func unknown(_ fields: [UnknownField]) -> Value? {
    fields.isEmpty ? nil : .unknown(fields)
  }
}
