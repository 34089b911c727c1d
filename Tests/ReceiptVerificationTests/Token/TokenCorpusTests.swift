import Foundation
import ReceiptVerification
import Testing

@Suite("Signed tokens of the corpus, field by field", .enabled(if: Corpus.folder != nil))
struct TokenCorpusTests {
  /// The manifest's payloads of tokens that one outcome is right for, by file.
  private static func payloads(_ outcome: String) throws -> [(String, [String: Any])] {
    let bytes = try Corpus.bytes("manifest.json")
    let entries = try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]] ?? []
    return entries.compactMap { entry in
      guard entry["form"] as? String == "jws", entry["accept"] as? [String] == [outcome],
        let file = entry["file"] as? String, let payload = entry["payload"] as? [String: Any]
      else { return nil }
      return (file, payload)
    }
  }

  @Test("genuine ones and Xcode's have every member in its field, and nothing left over")
  func fields() throws {
    var compared = 0
    for (file, payload) in try Self.payloads("genuine/ok") + Self.payloads("test/xcode-test-signer")
    {
      let verification = ReceiptVerifier().verify(try Corpus.bytes(file))
      let read: [String: Any?]
      switch verification.document {
      case .transaction(let transaction):
        #expect(transaction.unknownFields == [], "\(file)")
        read = Self.members(transaction)
      case .appTransaction(let app):
        #expect(app.unknownFields == [], "\(file)")
        read = Self.members(app)
      case .renewalInfo(let renewal):
        #expect(renewal.unknownFields == [], "\(file)")
        read = Self.members(renewal)
      default: continue
      }
      for (name, expected) in payload {
        #expect(Self.isSame(read[name] ?? nil, expected), "\(file): \(name)")
      }
      let count = read.values.count { $0 != nil }
      #expect(count == payload.count, "\(file)")
      compared += 1
    }
    #expect(compared > 30)
  }

  /// Dates of the manifest are milliseconds, with fractions in Xcode's.
  private static func isSame(_ read: Any?, _ expected: Any) -> Bool {
    switch read {
    case let text as String: text == expected as? String
    case let date as Instant:
      // A double of that size is exact to a quarter of a microsecond.
      (expected as? NSNumber).map {
        abs($0.doubleValue * 1000 - Double(date.microsecondsSince1970)) < 1
      } ?? false
    case let number as Int64: number == (expected as? NSNumber)?.int64Value
    case let flag as Bool: flag == expected as? Bool
    default: false
    }
  }

  private static func members(_ transaction: StoreTransaction) -> [String: Any?] {
    [
      "transactionId": transaction.transactionID,
      "originalTransactionId": transaction.originalTransactionID,
      "webOrderLineItemId": transaction.webOrderLineItemID, "bundleId": transaction.bundleID,
      "productId": transaction.productID,
      "subscriptionGroupIdentifier": transaction.subscriptionGroupID,
      "purchaseDate": transaction.purchaseDate,
      "originalPurchaseDate": transaction.originalPurchaseDate,
      "expiresDate": transaction.expiresDate, "quantity": transaction.quantity,
      "type": transaction.type, "appAccountToken": transaction.appAccountToken,
      "inAppOwnershipType": transaction.inAppOwnershipType,
      "signedDate": transaction.signedDate, "revocationDate": transaction.revocationDate,
      "revocationReason": transaction.revocationReason, "isUpgraded": transaction.isUpgraded,
      "offerType": transaction.offerType, "offerIdentifier": transaction.offerID,
      "offerDiscountType": transaction.offerDiscountType, "environment": transaction.environment,
      "storefront": transaction.storefront, "storefrontId": transaction.storefrontID,
      "transactionReason": transaction.transactionReason, "price": transaction.price,
      "currency": transaction.currency, "appTransactionId": transaction.appTransactionID,
      "deviceVerification": transaction.deviceVerification,
      "deviceVerificationNonce": transaction.deviceVerificationNonce,
    ]
  }

  private static func members(_ app: AppTransaction) -> [String: Any?] {
    [
      "receiptType": app.receiptType, "appAppleId": app.appAppleID, "bundleId": app.bundleID,
      "applicationVersion": app.appVersion, "receiptCreationDate": app.receiptCreationDate,
      "originalPurchaseDate": app.originalPurchaseDate,
      "originalApplicationVersion": app.originalAppVersion, "requestDate": app.requestDate,
      "deviceVerification": app.deviceVerification,
      "deviceVerificationNonce": app.deviceVerificationNonce,
      "appTransactionId": app.appTransactionID, "originalPlatform": app.originalPlatform,
    ]
  }

  private static func members(_ renewal: RenewalInfo) -> [String: Any?] {
    [
      "originalTransactionId": renewal.originalTransactionID, "productId": renewal.productID,
      "autoRenewProductId": renewal.autoRenewProductID,
      "autoRenewStatus": renewal.autoRenewStatus, "expirationIntent": renewal.expirationIntent,
      "isInBillingRetryPeriod": renewal.isInBillingRetryPeriod,
      "gracePeriodExpiresDate": renewal.gracePeriodExpiresDate,
      "signedDate": renewal.signedDate, "environment": renewal.environment,
      "recentSubscriptionStartDate": renewal.recentSubscriptionStartDate,
      "renewalDate": renewal.renewalDate, "renewalPrice": renewal.renewalPrice,
      "currency": renewal.currency, "appTransactionId": renewal.appTransactionID,
    ]
  }
}
