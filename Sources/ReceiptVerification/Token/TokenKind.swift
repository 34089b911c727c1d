/// Which of StoreKit 2's documents a payload is, told by members that no other one has.
enum TokenKind {
  case transaction, renewalInfo, appTransaction, notification

  /// nil for a payload that is none of them, such as the one of a retention message request.
  init?(_ payload: JSONObject) {
    var names: Set<String> = []
    for member in payload.members where member.name.utf8.count < 40 { names.insert(member.name) }
    func hasAny(_ candidates: String...) -> Bool { candidates.contains { names.contains($0) } }

    if hasAny("requestIdentifier") {
      return nil
    } else if hasAny("notificationType", "notificationUUID") {
      self = .notification
    } else if hasAny("receiptType", "receiptCreationDate", "originalApplicationVersion") {
      self = .appTransaction
    } else if hasAny("transactionId") {
      self = .transaction
    } else if hasAny(
      "autoRenewProductId", "autoRenewStatus", "expirationIntent", "isInBillingRetryPeriod",
      "recentSubscriptionStartDate", "renewalDate")
    {
      self = .renewalInfo
    } else if hasAny("bundleId", "productId", "purchaseDate") {
      self = .transaction
    } else if hasAny("originalTransactionId") {
      self = .renewalInfo
    } else {
      return nil
    }
  }

  var format: ReceiptFormat {
    switch self {
    case .transaction: .jwsTransaction
    case .renewalInfo: .jwsRenewalInfo
    case .appTransaction: .jwsAppTransaction
    case .notification: .jwsNotification
    }
  }

  /// The member that tells when the document was signed.
  var dateField: String { self == .appTransaction ? "receiptCreationDate" : "signedDate" }
}
