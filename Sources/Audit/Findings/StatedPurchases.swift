import ReceiptVerification

/// Renewal info with what was found out about its own signature.
struct StatedRenewal: Sendable {
  var renewal: RenewalInfo
  var environment: StoreEnvironment
  var isVerified: Bool
}

extension Verification {
  /// The purchases of the document, with what a notification says of its transaction laid into it.
  var statedPurchases: [Purchase] {
    guard case .notification(let notification) = document, verdict == .genuine else {
      return purchases
    }
    return purchases.map { purchase in
      purchase.isVerified ? notification.stated(purchase) : purchase
    }
  }

  /// The renewal info that the document is, or that stands inside it.
  var statedRenewals: [StatedRenewal] {
    switch document {
    case .renewalInfo(let renewal):
      [
        StatedRenewal(
          renewal: renewal, environment: environment, isVerified: verdict == .genuine)
      ]
    case .notification(let notification):
      notification.nested.flatMap(\.verification.statedRenewals)
    default: []
    }
  }
}

extension StoreNotification {
  /// The transaction as the notification leaves it.
  ///
  /// A refund and a revocation cancel it, at the notification's date where the token does not say
  /// when; a reversed refund takes that back. Every other notification says what its token says.
  /// Where the notification decides, the statement is of the notification's date.
  func stated(_ purchase: Purchase) -> Purchase {
    var stated = purchase
    switch notificationType {
    case "REFUND", "REVOKE":
      guard purchase.item.cancellationDate == nil else { return purchase }
      stated.item.cancellationDate = signedDate
    case "REFUND_REVERSED":
      stated.item.cancellationDate = nil
      stated.item.cancellationReason = nil
    default: return purchase
    }
    stated.creationDate = [purchase.creationDate, signedDate].compactMap { $0 }.max()
    return stated
  }
}
