import PostgreSQL
import ReceiptVerification

/// One row of `audit_data.notifications`.
enum NotificationColumns {
  static let table = TableName(schema: "audit_data", name: "notifications")

  static let names = [
    "receipt_id", "run_id", "verified", "account_id", "notification_uuid", "type", "subtype",
    "version", "signed_date", "environment", "bundle_id", "bundle_version", "app_item_id", "body",
    "status", "consumption_request_reason", "transaction_id", "original_transaction_id",
    "product_id", "request_id", "storefront_country_codes", "succeeded_count", "failed_count",
    "external_purchase_id", "external_purchase_date",
  ]

  /// The values in the order of `names`.
  static func write(
    _ notification: StoreNotification, of judged: JudgedReceipt, _ run: RunRecord,
    _ row: inout CopyRowWriter
  ) {
    let summary = notification.summary
    let purchase = judged.purchases.first { $0.isVerified }?.item
    let renewal = judged.renewals.first { $0.isVerified }?.renewal
    row.text(judged.row.receiptID)
    row.int8(run.runID)
    row.bool(judged.verification.verdict == .genuine)
    row.text(judged.row.accountID)
    row.text(StorableText.of(notification.notificationUUID))
    row.text(StorableText.of(notification.notificationType))
    row.text(StorableText.of(notification.subtype))
    row.text(StorableText.of(notification.version))
    row.date(notification.signedDate)
    row.text(judged.verification.environment.rawValue)
    row.text(StorableText.of(notification.bundleID))
    row.text(StorableText.of(notification.bundleVersion))
    row.int8(notification.appAppleID)
    row.text(StorableText.of(notification.body))
    row.int8(notification.status)
    row.text(StorableText.of(notification.consumptionRequestReason))
    row.text(StorableText.of(purchase?.transactionID))
    row.text(StorableText.of(purchase?.originalTransactionID ?? renewal?.originalTransactionID))
    row.text(StorableText.of(purchase?.productID ?? renewal?.productID ?? summary?.productID))
    row.text(StorableText.of(summary?.requestID))
    row.textArray(summary?.storefrontCountryCodes?.map(StorableText.of))
    row.int8(summary?.succeededCount)
    row.int8(summary?.failedCount)
    row.text(StorableText.of(notification.externalPurchase?.externalPurchaseID))
    row.date(notification.externalPurchase?.tokenCreationDate)
  }
}
