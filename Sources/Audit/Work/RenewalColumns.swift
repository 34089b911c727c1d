import PostgreSQL
import ReceiptVerification

/// One row of `audit_data.renewals`.
enum RenewalColumns {
  static let table = TableName(schema: "audit_data", name: "renewals")

  static let names = [
    "receipt_id", "run_id", "position", "verified", "account_id", "environment",
    "original_transaction_id", "product_id", "auto_renew_product_id", "auto_renew_status",
    "expiration_intent", "is_in_billing_retry_period", "price_increase_status",
    "grace_period_expires_date", "renewal_date", "renewal_price_milliunits", "currency",
    "offer_type", "offer_id", "offer_discount_type", "offer_period",
    "eligible_win_back_offer_ids", "recent_subscription_start_date", "signed_date",
    "app_account_token", "app_transaction_id", "renewal_billing_plan_type", "commitment_info",
    "advanced_commerce_info",
  ]

  /// The values in the order of `names`.
  static func write(
    _ stated: StatedRenewal, position: Int, of judged: JudgedReceipt, _ run: RunRecord,
    _ row: inout CopyRowWriter
  ) {
    let renewal = stated.renewal
    row.text(judged.row.receiptID)
    row.int8(run.runID)
    row.int4(Int32(clamping: position))
    row.bool(stated.isVerified)
    row.text(judged.row.accountID)
    row.text(stated.environment.rawValue)
    row.text(StorableText.of(renewal.originalTransactionID))
    row.text(StorableText.of(renewal.productID))
    row.text(StorableText.of(renewal.autoRenewProductID))
    row.bool(flag(renewal.autoRenewStatus))
    row.int8(renewal.expirationIntent)
    row.bool(renewal.isInBillingRetryPeriod)
    row.int8(renewal.priceIncreaseStatus)
    row.date(renewal.gracePeriodExpiresDate)
    row.date(renewal.renewalDate)
    row.int8(renewal.renewalPrice)
    row.text(StorableText.of(renewal.currency))
    row.int4(renewal.offerType.map { Int32(clamping: $0) })
    row.text(StorableText.of(renewal.offerID))
    row.text(StorableText.of(renewal.offerDiscountType))
    row.text(StorableText.of(renewal.offerPeriod))
    row.textArray(renewal.eligibleWinBackOfferIDs?.map(StorableText.of))
    row.date(renewal.recentSubscriptionStartDate)
    row.date(renewal.signedDate)
    row.text(StorableText.of(renewal.appAccountToken))
    row.text(StorableText.of(renewal.appTransactionID))
    row.text(StorableText.of(renewal.renewalBillingPlanType))
    row.text(StorableText.of(renewal.commitmentInfo))
    row.text(StorableText.of(renewal.advancedCommerceInfo))
  }

  /// 0 or 1; any other number is not known to mean either.
  private static func flag(_ number: Int64?) -> Bool? {
    switch number {
    case 0: false
    case 1: true
    default: nil
    }
  }
}
