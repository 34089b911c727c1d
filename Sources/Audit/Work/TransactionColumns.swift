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
  ]

  /// The values in the order of `names`.
  static func write(
    _ purchase: InAppPurchase, position: Int, of judged: JudgedReceipt, _ run: RunRecord,
    _ row: inout CopyRowWriter
  ) {
    let receipt = judged.verification.receipt
    row.text(judged.row.receiptID)
    row.int8(run.runID)
    row.int4(Int32(clamping: position))
    row.bool(judged.verification.verdict == .genuine)
    row.bool(judged.counted)
    row.text(judged.row.accountID)
    row.date(receipt?.creationDate)
    row.text(judged.verification.environment.rawValue)
    row.text(StorableText.of(receipt?.bundleID))
    row.text(StorableText.of(purchase.transactionID))
    row.text(StorableText.of(purchase.originalTransactionID))
    row.int8(purchase.webOrderLineItemID)
    row.text(StorableText.of(purchase.productID))
    row.text(purchase.productType?.name)
    row.int8(purchase.quantity)
    row.date(purchase.purchaseDate)
    row.date(purchase.originalPurchaseDate)
    row.date(purchase.expiresDate)
    row.date(purchase.cancellationDate)
    row.int8(purchase.cancellationReason)
    row.bool(purchase.isTrialPeriod)
    row.bool(purchase.isInIntroOfferPeriod)
    row.text(StorableText.of(purchase.promotionalOfferID))
    row.int8(purchase.productItemID)
  }
}
