import ReceiptVerification
import Reports

/// One member of the endpoint's answer; without a value it is not written.
struct OldField {
  let name: String
  /// JSON.
  let value: String?

  static func json(_ name: String, _ value: String?) -> OldField {
    OldField(name: name, value: value)
  }

  static func text(_ name: String, _ value: String?) -> OldField {
    .json(name, value.map { JSONText.quoted($0) })
  }

  static func number(_ name: String, _ value: Int64?) -> OldField {
    .json(name, value.map(String.init))
  }

  /// A number written as a string.
  static func digits(_ name: String, _ value: Int64?) -> OldField {
    .text(name, value.map(String.init))
  }

  /// `true` or `false`, written as a string.
  static func flag(_ name: String, _ value: Bool?) -> OldField {
    .text(name, value.map(String.init))
  }

  /// The three ways in which each date was written: in GMT, in milliseconds since 1970, and in the
  /// time of Los Angeles. Whole seconds.
  static func dates(_ name: String, _ date: Instant?) -> [OldField] {
    guard let date else { return [] }
    let seconds = date.microsecondsSince1970 / 1_000_000
    return [
      .text(name, OldDate.text(seconds) + " Etc/GMT"),
      .digits(name + "_ms", seconds * 1000),
      .text(
        name + "_pst",
        OldDate.text(seconds + OldDate.pacificOffset(at: seconds)) + " America/Los_Angeles"),
    ]
  }

  static func object(_ fields: [OldField]) -> String {
    JSONText.object(fields.compactMap { field in field.value.map { (field.name, $0) } })
  }
}

/// Purchases under the endpoint's names.
enum OldFields {
  static func purchase(_ purchase: InAppPurchase) -> [OldField] {
    let lineItem = purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : $0 }
    return [
      .digits("quantity", purchase.quantity), .text("product_id", purchase.productID),
      .text("transaction_id", purchase.transactionID),
      .text("original_transaction_id", purchase.originalTransactionID),
    ] + OldField.dates("purchase_date", purchase.purchaseDate)
      + OldField.dates("original_purchase_date", purchase.originalPurchaseDate)
      + OldField.dates("expires_date", purchase.expiresDate) + [
        .digits("web_order_line_item_id", lineItem),
        .flag("is_trial_period", purchase.isTrialPeriod),
        .flag("is_in_intro_offer_period", purchase.isInIntroOfferPeriod),
      ] + OldField.dates("cancellation_date", purchase.cancellationDate) + [
        .digits("cancellation_reason", purchase.cancellationReason),
        .text("promotional_offer_id", purchase.promotionalOfferID),
      ]
  }

  /// What the endpoint took from its own records, and a signed transaction carries.
  static func onlySigned(_ transaction: StoreTransaction) -> [OldField] {
    [
      .text("in_app_ownership_type", transaction.inAppOwnershipType),
      .text("subscription_group_identifier", transaction.subscriptionGroupID),
      .flag("is_upgraded", transaction.isUpgraded == true ? true : nil),
      .text("offer_code_ref_name", transaction.offerType == 3 ? transaction.offerID : nil),
      .text("app_account_token", transaction.appAccountToken),
    ]
  }
}
