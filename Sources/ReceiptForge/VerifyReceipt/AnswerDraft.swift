/// What verifyReceipt answered, or was asked, to be written as JSON.
public struct AnswerDraft: Sendable, Equatable {
  /// A row, with texts for all values.
  public struct Row: Sendable, Equatable {
    public var fields: [TransactionReceiptDraft.Field]

    public init(_ fields: KeyValuePairs<String, String>) {
      self.fields = fields.map { TransactionReceiptDraft.Field($0, $1) }
    }

    /// What the endpoint would write of a purchase.
    public init(_ purchase: PurchaseDraft) {
      self.init([
        "quantity": "1", "product_id": purchase.productID,
        "transaction_id": purchase.transactionID,
        "original_transaction_id": purchase.originalTransactionID ?? purchase.transactionID,
      ])
      if purchase.webOrderLineItemID != 0 {
        set("web_order_line_item_id", String(purchase.webOrderLineItemID))
      }
      for (name, date) in [
        ("purchase_date", purchase.purchaseDate),
        ("original_purchase_date", purchase.originalPurchaseDate),
        ("expires_date", purchase.expiresDate),
      ] {
        if let seconds = date.flatMap(ReceiptDate.seconds) { set(name, seconds: seconds) }
      }
    }

    public mutating func set(_ name: String, _ value: String) {
      fields.removeAll { $0.key == name }
      fields.append(.init(name, value))
    }

    /// The date in two of its three spellings.
    public mutating func set(_ name: String, seconds: Int64) {
      let text = ReceiptDate.text(seconds)
      set(name, "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) Etc/GMT")
      set(name + "_ms", "\(seconds)000")
    }

    var json: String {
      "{" + fields.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",") + "}"
    }
  }

  public var bundleID: String
  public var environment = "Production"
  /// When the endpoint answered, in seconds since 1970.
  public var requestDate: Int64
  public var inApp: [Row]
  public var latestReceiptInfo: [Row]
  /// The base64 text of `latest_receipt`; nil leaves it out.
  public var latestReceipt: [UInt8]?

  /// What the endpoint would answer about a receipt, in the second in which it was created.
  public init(_ draft: ReceiptDraft, receipt: [UInt8]?) {
    bundleID = draft.bundleID ?? ""
    requestDate = draft.creationDate.flatMap(ReceiptDate.seconds) ?? 0
    inApp = draft.purchases.map { Row($0) }
    latestReceiptInfo = draft.purchases.filter { $0.webOrderLineItemID != 0 }.map { Row($0) }
    latestReceipt = receipt.map { Base64Text.encode($0) }
    if draft.store == .sandbox { environment = "Sandbox" }
  }

  /// The stored text.
  public var encoded: [UInt8] {
    var members = [
      "\"status\":0", "\"environment\":\"\(environment)\"",
      "\"receipt\":{\"bundle_id\":\"\(bundleID)\",\"request_date_ms\":\"\(requestDate)000\","
        + "\"in_app\":\(Self.json(inApp))}",
      "\"latest_receipt_info\":\(Self.json(latestReceiptInfo))",
    ]
    if let latestReceipt {
      members.append("\"latest_receipt\":\"\(String(decoding: latestReceipt, as: UTF8.self))\"")
    }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func json(_ rows: [Row]) -> String {
    "[" + rows.map(\.json).joined(separator: ",") + "]"
  }
}
