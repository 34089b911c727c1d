/// The payload of a signed token: members in the order in which they are written.
///
/// Nothing is checked; a draft may say what no store would.
public struct TokenDraft: Sendable, Equatable {
  public var members: [JSONDraft.Member]

  public init(_ members: KeyValuePairs<String, JSONDraft>) {
    self.members = members.map { JSONDraft.Member($0.key, $0.value) }
  }

  public subscript(name: String) -> JSONDraft? {
    get { members[name] }
    set { members[name] = newValue }
  }

  public var payload: [UInt8] { Array(JSONDraft.object(members).serialized.utf8) }

  /// Milliseconds since 1970 of a date such as `2025-10-06T05:00:00Z`.
  public static func milliseconds(_ date: StaticString) -> JSONDraft {
    .number(ReceiptDate.at(date) * 1000)
  }
}

extension TokenDraft {
  /// A renewal of a monthly subscription in production.
  public static func transaction(bundleID: String) -> TokenDraft {
    TokenDraft([
      "transactionId": .text("310001200000003"), "originalTransactionId": .text("310001200000001"),
      "webOrderLineItemId": .text("310000500000003"), "bundleId": .text(bundleID),
      "productId": .text("com.example.meadow.monthly"),
      "subscriptionGroupIdentifier": .text("21752814"),
      "purchaseDate": milliseconds("2025-10-01T09:00:00Z"),
      "originalPurchaseDate": milliseconds("2025-08-01T09:00:00Z"),
      "expiresDate": milliseconds("2025-11-01T09:00:00Z"), "quantity": .number(1),
      "type": .text("Auto-Renewable Subscription"), "inAppOwnershipType": .text("PURCHASED"),
      "signedDate": .number(ReceiptDate.at("2025-10-06T05:17:18Z") * 1000 + 450),
      "environment": .text("Production"), "transactionReason": .text("RENEWAL"),
      "storefront": .text("USA"), "storefrontId": .text("143441"), "price": .number(9990),
      "currency": .text("USD"), "appTransactionId": .text("704897469903383919"),
    ])
  }

  /// What is known of that subscription's next renewal.
  public static let renewalInfo = TokenDraft([
    "originalTransactionId": .text("310001200000001"),
    "autoRenewProductId": .text("com.example.meadow.yearly"),
    "productId": .text("com.example.meadow.monthly"), "autoRenewStatus": .number(1),
    "renewalPrice": .number(59990), "currency": .text("USD"),
    "signedDate": .number(ReceiptDate.at("2025-10-06T05:17:18Z") * 1000 + 450),
    "environment": .text("Production"),
    "recentSubscriptionStartDate": milliseconds("2025-08-01T09:00:00Z"),
    "renewalDate": milliseconds("2025-11-01T09:00:00Z"),
    "appTransactionId": .text("704897469903383919"),
  ])

  /// The download of the app.
  public static func appTransaction(bundleID: String) -> TokenDraft {
    TokenDraft([
      "receiptType": .text("Production"), "appAppleId": .number(6_636_469_468),
      "bundleId": .text(bundleID), "applicationVersion": .text("2.5.1"),
      "versionExternalIdentifier": .number(868_411_202),
      "receiptCreationDate": milliseconds("2025-10-06T05:17:18Z"),
      "originalPurchaseDate": milliseconds("2023-05-01T08:00:00Z"),
      "originalApplicationVersion": .text("1.0"), "originalPlatform": .text("iOS"),
      "appTransactionId": .text("704897469903383919"),
    ])
  }

  /// A notification that carries the given tokens.
  public static func notification(
    _ type: String, subtype: String? = nil, bundleID: String, transaction: String? = nil,
    renewalInfo: String? = nil
  ) -> TokenDraft {
    var data: [JSONDraft.Member] = [
      .init("appAppleId", .number(6_636_469_468)), .init("bundleId", .text(bundleID)),
      .init("bundleVersion", .text("251")), .init("environment", .text("Production")),
    ]
    data["signedTransactionInfo"] = transaction.map(JSONDraft.text)
    data["signedRenewalInfo"] = renewalInfo.map(JSONDraft.text)
    data.append(.init("status", .number(1)))
    var draft = TokenDraft(["notificationType": .text(type)])
    draft["subtype"] = subtype.map(JSONDraft.text)
    draft["notificationUUID"] = .text("01c574dc-64b7-45d3-889a-5fdcb08fb5c0")
    draft["data"] = .object(data)
    draft["version"] = .text("2.0")
    draft["signedDate"] = .number(ReceiptDate.at("2025-10-06T05:17:18Z") * 1000 + 450)
    return draft
  }

  /// What Xcode makes for a subscription bought in local testing: fractions of milliseconds, small ids.
  public static func xcode(bundleID: String) -> TokenDraft {
    var draft = TokenDraft.transaction(bundleID: bundleID)
    draft["transactionId"] = .text("0")
    draft["originalTransactionId"] = .text("0")
    draft["webOrderLineItemId"] = .text("0")
    draft["purchaseDate"] = .raw("1759727838049.7297")
    draft["signedDate"] = .raw("1759727838056.485")
    draft["environment"] = .text("Xcode")
    draft["price"] = nil
    draft["currency"] = nil
    return draft
  }
}
