/// Where the parts of a verifyReceipt document stand, whichever of its ages it is of.
struct AnswerShape {
  /// The object that holds receipts and rows: the whole, or a version 1 notification's inner one.
  let body: JSONObject
  /// `receipt`: of an app with its purchases, or (iOS 6) the one purchase itself.
  let receipt: JSONObject?

  /// nil for JSON that has none of the parts.
  init?(_ document: JSONObject) {
    var body = document
    if case .object(let unified)? = document["unified_receipt"] { body = unified }
    guard body.members.contains(where: { Self.names.contains($0.name) }) else { return nil }
    self.body = body
    if case .object(let receipt)? = body["receipt"] {
      self.receipt = receipt
    } else {
      receipt = nil
    }
  }

  /// The members that hold a signed receipt, newest first.
  private static let receiptNames = ["latest_receipt", "latest_expired_receipt", "receipt-data"]
  /// The members that hold rows.
  private static let rowNames = ["latest_receipt_info", "latest_expired_receipt_info"]
  private static let names =
    receiptNames + rowNames + ["receipt", "status", "pending_renewal_info"]

  /// The signed receipts, under the names of their members.
  var signedReceipts: [(field: String, text: [UInt8])] {
    Self.receiptNames.compactMap { name in
      guard let text = body.text(name), !text.isEmpty else { return nil }
      return (name, Array(text.utf8))
    }
  }

  /// The rows with the name of the member that each stands in.
  ///
  /// - Throws: `limitExceeded` for more rows than a receipt may have purchases.
  func rows() throws(DecodingFailure) -> [(field: String, row: JSONObject)] {
    var rows: [(String, JSONObject)] = []
    for name in Self.rowNames { rows += Self.objects(body[name]).map { (name, $0) } }
    if let receipt {
      rows += Self.objects(receipt["in_app"]).map { ("in_app", $0) }
      // iOS 6 answers have no list: their receipt is the purchase.
      if receipt["in_app"] == nil, receipt["transaction_id"] != nil {
        rows.append(("receipt", receipt))
      }
    }
    guard rows.count <= Limits.attributes else { throw .limitExceeded }
    return rows
  }

  /// The objects of an array, or the one that stands there alone.
  private static func objects(_ value: JSONValue?) -> [JSONObject] {
    switch value {
    case .object(let object): [object]
    case .array(let values):
      values.compactMap { if case .object(let object) = $0 { object } else { nil } }
    default: []
    }
  }

  var bundleID: String? {
    for name in ["bundle_id", "bid"] {
      if let text = receipt?.text(name) ?? body.text(name) { return SafeText(text).value }
    }
    return nil
  }

  /// `environment` is of newer answers; older receipts have their type only.
  var environment: StoreEnvironment {
    switch body.text("environment") ?? receipt?.text("receipt_type") {
    case "Production", "ProductionVPP": .production
    case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox": .sandbox
    case "Xcode": .xcode
    default: .unknown
    }
  }

  /// When the server answered, else when the receipt was made.
  var date: Instant? {
    guard let receipt else { return nil }
    let fields = RowFields(receipt)
    return fields.date("request_date") ?? fields.date("receipt_creation_date")
  }

  var status: Int64? { RowFields(body).number("status") }
}
