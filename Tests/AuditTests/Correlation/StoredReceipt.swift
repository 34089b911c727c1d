/// A judged receipt, as the worker leaves it.
struct StoredReceipt {
  var id: String
  var account: String?
  /// nil: it does not say when.
  var created: String? = "2026-01-01T00:00:00Z"
  var environment = "production"
  var bundleID = "com.example.one"
  var verdict = "genuine"
  var signer = "signer-a"
  /// Digest of the payload; nil: one of its own.
  var payload: String?
  /// 0: none.
  var download: Int64 = 0
  /// What it was judged under.
  var policy = 1
}

/// An in-app purchase of it.
struct StoredPurchase {
  /// nil: none is stated.
  var id: String?
  /// nil: its own id.
  var original: String?
  /// Whether an original id is stated at all.
  var hasOriginal = true
  var lineItem = 0
  var product: String? = "coins"
  var type: String? = "consumable"
  var purchased = "2026-01-01T00:00:00Z"
  var expires: String?
  var cancelled: String?
  var isTrial = false

  /// A period of a subscription whose lineage starts with transaction 9000.
  static func period(
    _ id: String, lineItem: Int, from purchased: String, to expires: String,
    cancelled: String? = nil, product: String = "gold", original: String = "9000",
    isTrial: Bool = false
  ) -> StoredPurchase {
    StoredPurchase(
      id: id, original: original, lineItem: lineItem, product: product,
      type: "auto-renewable-subscription", purchased: purchased, expires: expires,
      cancelled: cancelled, isTrial: isTrial)
  }
}
