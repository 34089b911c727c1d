import PostgreSQL
import ReceiptVerification

/// One row of `audit_data.transactions`.
enum TransactionColumns {
  static let table = TableName(schema: "audit_data", name: "transactions")

  static let names = [
    "receipt_id", "run_id", "position", "verified", "counted", "account_id", "creation_date",
    "environment", "bundle_id", "transaction_id", "original_transaction_id",
    "web_order_line_item_id", "product_id", "product_type", "quantity", "purchase_date",
    "original_purchase_date", "expires_date", "cancellation_date", "cancellation_reason",
    "is_trial_period", "is_in_intro_offer_period", "promotional_offer_id", "product_item_id",
    "price_milliunits", "currency", "storefront", "ownership_type", "format",
    "subscription_group_id", "transaction_reason", "is_upgraded", "app_account_token",
    "app_transaction_id", "storefront_id", "offer_type", "offer_id", "offer_discount_type",
    "offer_period", "revocation_type", "revocation_percentage", "billing_plan_type",
    "commitment_info", "advanced_commerce_info",
  ]

  /// The values in the order of `names`.
  static func write(
    _ purchase: Purchase, position: Int, of judged: JudgedReceipt, _ run: RunRecord,
    _ row: inout CopyRowWriter
  ) {
    row.text(judged.row.receiptID)
    row.int8(run.runID)
    row.int4(Int32(clamping: position))
    row.bool(purchase.isVerified)
    row.bool(judged.counts(purchase))
    row.text(judged.row.accountID)
    row.date(purchase.creationDate)
    row.text(purchase.environment.rawValue)
    row.text(StorableText.of(purchase.bundleID))
    write(purchase.item, &row)
    write(purchase.transaction, purchase.format, &row)
  }

  private static func write(_ item: InAppPurchase, _ row: inout CopyRowWriter) {
    row.text(StorableText.of(item.transactionID))
    row.text(StorableText.of(item.originalTransactionID))
    row.int8(item.webOrderLineItemID)
    row.text(StorableText.of(item.productID))
    row.text(item.productType?.name)
    row.int8(item.quantity)
    row.date(item.purchaseDate)
    row.date(item.originalPurchaseDate)
    row.date(item.expiresDate)
    row.date(item.cancellationDate)
    row.int8(item.cancellationReason)
    row.bool(item.isTrialPeriod)
    row.bool(item.isInIntroOfferPeriod)
    row.text(StorableText.of(item.promotionalOfferID))
    row.int8(item.productItemID)
  }

  /// What only tokens and unsigned answers say.
  private static func write(
    _ transaction: StoreTransaction?, _ format: ReceiptFormat, _ row: inout CopyRowWriter
  ) {
    row.int8(transaction?.price)
    row.text(StorableText.of(transaction?.currency))
    row.text(StorableText.of(transaction?.storefront))
    row.text(StorableText.of(transaction?.inAppOwnershipType))
    row.text(format.rawValue)
    row.text(StorableText.of(transaction?.subscriptionGroupID))
    row.text(StorableText.of(transaction?.transactionReason))
    row.bool(transaction?.isUpgraded)
    row.text(StorableText.of(transaction?.appAccountToken))
    row.text(StorableText.of(transaction?.appTransactionID))
    row.text(StorableText.of(transaction?.storefrontID))
    row.int4(transaction?.offerType.map { Int32(clamping: $0) })
    row.text(StorableText.of(transaction?.offerID))
    row.text(StorableText.of(transaction?.offerDiscountType))
    row.text(StorableText.of(transaction?.offerPeriod))
    row.text(StorableText.of(transaction?.revocationType))
    row.int8(transaction?.revocationPercentage)
    row.text(StorableText.of(transaction?.billingPlanType))
    row.text(StorableText.of(transaction?.commitmentInfo))
    row.text(StorableText.of(transaction?.advancedCommerceInfo))
  }
}
