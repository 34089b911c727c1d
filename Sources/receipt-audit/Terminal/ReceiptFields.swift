import ReceiptVerification
import Reports

/// The fields of a receipt under the names that the audit tables use; absent ones are left out.
enum ReceiptFields {
  enum Value {
    case string(String)
    case number(Int64)
    case boolean(Bool)
    case instant(Instant)
    case bytes([UInt8])
    case attributes([RawAttribute])
    case strings([String])
    /// JSON as it was signed.
    case json(String)
    case unknown([UnknownField])

    var text: String {
      switch self {
      case .string(let text): TerminalText.escape(text)
      case .number(let number): String(number)
      case .boolean(let value): String(value)
      case .instant(let instant): InstantText.format(instant)
      case .bytes(let bytes): hex(bytes)
      case .attributes(let list):
        list.map { "\($0.type) (version \($0.version)) \(hex($0.value))" }.joined(separator: ", ")
      case .strings(let list): list.map { TerminalText.escape($0) }.joined(separator: ", ")
      case .json(let text): TerminalText.escape(text)
      case .unknown(let list):
        list.map { TerminalText.escape("\($0.name)=\($0.json)") }.joined(separator: ", ")
      }
    }

    var json: String {
      switch self {
      case .string(let text): JSONText.quoted(text)
      case .number(let number): String(number)
      case .boolean(let value): String(value)
      case .instant(let instant): JSONText.quoted(InstantText.format(instant))
      case .bytes(let bytes): JSONText.quoted(hex(bytes))
      case .attributes(let list):
        JSONText.array(
          list.map {
            JSONText.object([
              ("type", String($0.type)), ("version", String($0.version)),
              ("value", JSONText.quoted(hex($0.value))),
            ])
          })
      case .strings(let list): JSONText.array(list.map { JSONText.quoted($0) })
      // As text: it may have been cut, and only that keeps it apart from our own JSON.
      case .json(let text): JSONText.quoted(text)
      case .unknown(let list):
        JSONText.object(list.map { ($0.name, JSONText.quoted($0.json)) })
      }
    }
  }

  static func receipt(_ receipt: AppReceipt) -> [(String, Value)] {
    present([
      ("receipt_type", receipt.receiptType.map(Value.string)),
      ("bundle_id", receipt.bundleID.map(Value.string)),
      ("app_item_id", receipt.appItemID.map(Value.number)),
      ("app_version", receipt.appVersion.map(Value.string)),
      ("original_app_version", receipt.originalAppVersion.map(Value.string)),
      ("creation_date", receipt.creationDate.map(Value.instant)),
      ("issue_date", receipt.issueDate.map(Value.instant)),
      ("original_purchase_date", receipt.originalPurchaseDate.map(Value.instant)),
      ("expiration_date", receipt.expirationDate.map(Value.instant)),
      ("download_id", receipt.downloadID.map(Value.number)),
      ("version_external_id", receipt.versionExternalID.map(Value.number)),
      ("developer_id", receipt.developerID.map(Value.number)),
      ("age_rating", receipt.ageRating.map(Value.string)),
      ("opaque_value", receipt.opaqueValue.map(Value.bytes)),
      ("device_hash", receipt.deviceHash.map(Value.bytes)),
      ("other_attributes", attributes(receipt.otherAttributes)),
    ])
  }

  static func purchase(_ purchase: InAppPurchase) -> [(String, Value)] {
    present([
      ("transaction_id", purchase.transactionID.map(Value.string)),
      ("original_transaction_id", purchase.originalTransactionID.map(Value.string)),
      ("web_order_line_item_id", purchase.webOrderLineItemID.map(Value.number)),
      ("product_id", purchase.productID.map(Value.string)),
      ("product_type", purchase.productType.map { .string($0.name) }),
      ("product_item_id", purchase.productItemID.map(Value.number)),
      ("quantity", purchase.quantity.map(Value.number)),
      ("purchase_date", purchase.purchaseDate.map(Value.instant)),
      ("original_purchase_date", purchase.originalPurchaseDate.map(Value.instant)),
      ("expires_date", purchase.expiresDate.map(Value.instant)),
      ("cancellation_date", purchase.cancellationDate.map(Value.instant)),
      ("cancellation_reason", purchase.cancellationReason.map(Value.number)),
      ("is_trial_period", purchase.isTrialPeriod.map(Value.boolean)),
      ("is_in_intro_offer_period", purchase.isInIntroOfferPeriod.map(Value.boolean)),
      ("promotional_offer_id", purchase.promotionalOfferID.map(Value.string)),
      ("other_attributes", attributes(purchase.otherAttributes)),
    ])
  }

  private static func attributes(_ list: [RawAttribute]) -> Value? {
    list.isEmpty ? nil : .attributes(list)
  }

  static func present(_ fields: [(String, Value?)]) -> [(String, Value)] {
    fields.compactMap { name, value in value.map { (name, $0) } }
  }
}
