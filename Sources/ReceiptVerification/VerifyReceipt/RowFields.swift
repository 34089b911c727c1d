/// Reads values of unsigned JSON, where numbers may be texts and names are written with underscores
/// or, in old answers, with hyphens. What cannot be read is absent: nothing here is evidence.
struct RowFields {
  private let row: JSONObject

  init(_ row: JSONObject) { self.row = row }

  private subscript(name: String) -> JSONValue? { row[name] ?? row[name.replacing("_", with: "-")] }

  func text(_ name: String) -> String? {
    switch self[name] {
    case .text(let text): text.isEmpty ? nil : SafeText(text).value
    case .number(let number): number.whole.map(String.init)
    default: nil
    }
  }

  func number(_ name: String) -> Int64? {
    switch self[name] {
    case .text(let text): StoreText.number(Array(text.utf8))
    case .number(let number): number.whole
    default: nil
    }
  }

  func flag(_ name: String) -> Bool? {
    switch self[name] {
    case .text(let text): StoreText.flag(Array(text.utf8))
    case .bool(let flag): flag
    case .number(let number): number.whole.flatMap { $0 == 0 ? false : $0 == 1 ? true : nil }
    default: nil
    }
  }

  /// Milliseconds under the name with `_ms`, else the spelled date; some old dates are milliseconds
  /// under their plain name.
  func date(_ name: String) -> Instant? {
    if let milliseconds = number(name + "_ms") { return StoreText.milliseconds(milliseconds) }
    if let milliseconds = number(name) { return StoreText.milliseconds(milliseconds) }
    guard case .text(let text) = self[name] else { return nil }
    return StoreText.date(Array(text.utf8))
  }
}

extension InAppPurchase {
  /// A row of verifyReceipt's JSON.
  init(row: JSONObject) {
    self.init()
    let fields = RowFields(row)
    quantity = fields.number("quantity")
    productID = fields.text("product_id")
    transactionID = fields.text("transaction_id")
    originalTransactionID = fields.text("original_transaction_id")
    webOrderLineItemID = fields.number("web_order_line_item_id")
    purchaseDate = fields.date("purchase_date")
    originalPurchaseDate = fields.date("original_purchase_date")
    expiresDate = fields.date("expires_date") ?? fields.date("expires_date_formatted")
    cancellationDate = fields.date("cancellation_date")
    cancellationReason = fields.number("cancellation_reason")
    isTrialPeriod = fields.flag("is_trial_period")
    isInIntroOfferPeriod = fields.flag("is_in_intro_offer_period")
    promotionalOfferID = fields.text("promotional_offer_id")
  }
}

extension StoreTransaction {
  /// What a row of verifyReceipt's JSON says beyond a receipt's purchase.
  init(row: JSONObject) {
    self.init()
    let fields = RowFields(row)
    subscriptionGroupID = fields.text("subscription_group_identifier")
    inAppOwnershipType = fields.text("in_app_ownership_type")
    isUpgraded = fields.flag("is_upgraded")
    appAccountToken = fields.text("app_account_token")
    offerID = fields.text("offer_code_ref_name")
  }
}
