import ReceiptVerification
import Reports

/// A judged receipt as the verifyReceipt endpoint answered (Apple: App Store Receipts, responseBody).
///
/// What only the store's server knew is left out: the request's date, the latest receipt and its
/// rows, pending renewals. Numbers of purchases and flags are strings, as they were.
enum VerifyReceiptAnswerJSON {
  /// Whose endpoint is asked: each refused the other's receipts.
  enum Endpoint: String, CaseIterable { case production, sandbox }

  /// The endpoint's status codes.
  enum Status: Int {
    case valid = 0
    case malformed = 21_002
    case notAuthenticated = 21_003
    case sandboxReceipt = 21_007
    case productionReceipt = 21_008
  }

  /// One JSON object. Without an endpoint, receipts of both environments are valid.
  static func text(_ verification: Verification, _ endpoint: Endpoint?) -> String {
    let proven = provenReceipt(verification)
    let status = self.status(proven, endpoint)
    var members: [(String, String)] = []
    if status == .valid, let document = proven.document {
      members.append(("receipt", receipt(document)))
      switch proven.environment {
      case .production: members.append(("environment", JSONText.quoted("Production")))
      case .sandbox: members.append(("environment", JSONText.quoted("Sandbox")))
      case .xcode, .unknown: break
      }
    }
    return JSONText.object(members + [("status", String(status.rawValue))])
  }

  /// What the endpoint would have been sent: of an answer of its own, the receipt inside.
  private static func provenReceipt(_ verification: Verification) -> Verification {
    guard case .verifyReceiptAnswer(let answer) = verification.document else { return verification }
    return answer.nested.first?.verification ?? verification
  }

  private static func status(_ verification: Verification, _ endpoint: Endpoint?) -> Status {
    switch verification.verdict {
    case .genuine: break
    case .forged, .untrusted, .test: return .notAuthenticated
    case .corrupt, .unsupported, .empty, .quarantined: return .malformed
    }
    switch verification.document {
    case .appReceipt, .transaction, .appTransaction, .transactionReceipt: break
    case .renewalInfo, .notification, .verifyReceiptAnswer, nil: return .malformed
    }
    switch (verification.environment, endpoint) {
    case (.sandbox, .production): return .sandboxReceipt
    case (.production, .sandbox): return .productionReceipt
    default: return .valid
    }
  }

  private static func receipt(_ document: Document) -> String {
    let fields: [OldField]
    let purchases: [String]
    switch document {
    case .appReceipt(let receipt):
      fields = header(receipt)
      purchases = receipt.purchases.map { OldField.object(OldFields.purchase($0)) }
    case .transaction(let transaction):
      fields = [.text("bundle_id", transaction.bundleID)]
      let row = OldFields.purchase(transaction.purchase) + OldFields.onlySigned(transaction)
      purchases = [OldField.object(row)]
    case .appTransaction(let app):
      fields = header(app)
      purchases = []
    case .transactionReceipt(let receipt):
      // Receipts of one transaction were answered without an array, under the app's old names.
      return OldField.object(
        OldFields.purchase(receipt.purchase) + [
          .text("bid", receipt.bundleID), .text("bvrs", receipt.appVersion),
          .text("unique_identifier", receipt.deviceID),
          .text("unique_vendor_identifier", receipt.vendorID),
        ])
    case .renewalInfo, .notification, .verifyReceiptAnswer: return "{}"
    }
    return OldField.object(fields + [.json("in_app", JSONText.array(purchases))])
  }

  private static func header(_ receipt: AppReceipt) -> [OldField] {
    [
      .text("receipt_type", receipt.receiptType), .number("adam_id", receipt.appItemID),
      .number("app_item_id", receipt.appItemID), .text("bundle_id", receipt.bundleID),
      .text("application_version", receipt.appVersion),
      .number("download_id", receipt.downloadID),
      .number("version_external_identifier", receipt.versionExternalID),
    ] + OldField.dates("receipt_creation_date", receipt.creationDate)
      + OldField.dates("original_purchase_date", receipt.originalPurchaseDate) + [
        .text("original_application_version", receipt.originalAppVersion)
      ] + OldField.dates("expiration_date", receipt.expirationDate)
      + OldField.dates("preorder_date", receipt.preorderDate)
  }

  private static func header(_ app: AppTransaction) -> [OldField] {
    [
      .text("receipt_type", app.receiptType == "Sandbox" ? "ProductionSandbox" : app.receiptType),
      .number("adam_id", app.appAppleID), .number("app_item_id", app.appAppleID),
      .text("bundle_id", app.bundleID), .text("application_version", app.appVersion),
      .number("version_external_identifier", app.versionExternalID),
    ] + OldField.dates("receipt_creation_date", app.receiptCreationDate)
      + OldField.dates("original_purchase_date", app.originalPurchaseDate) + [
        .text("original_application_version", app.originalAppVersion)
      ] + OldField.dates("preorder_date", app.preorderDate)
  }
}
