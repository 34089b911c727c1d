/// What a stored value says, by the kind of document that it is.
///
/// Indirect, so that a verification is small and cheap to hand on: a receipt has some forty fields.
public indirect enum Document: Sendable, Equatable {
  /// The payload of a PKCS#7 receipt.
  case appReceipt(AppReceipt)
  /// StoreKit 2's signed transaction.
  case transaction(StoreTransaction)
  /// StoreKit 2's signed renewal info.
  case renewalInfo(RenewalInfo)
  /// StoreKit 2's signed app transaction.
  case appTransaction(AppTransaction)
  /// An App Store server notification, version 2.
  case notification(StoreNotification)
  /// An iOS 6 receipt of one transaction.
  case transactionReceipt(TransactionReceipt)
  /// A verifyReceipt request or answer.
  case verifyReceiptAnswer(VerifyReceiptAnswer)
}

extension Document {
  /// Where the claims say that the purchase was made.
  public var environment: StoreEnvironment {
    switch self {
    case .appReceipt(let receipt): receipt.environment
    case .transaction(let transaction): StoreEnvironment(named: transaction.environment)
    case .renewalInfo(let renewal): StoreEnvironment(named: renewal.environment)
    case .appTransaction(let app): StoreEnvironment(named: app.receiptType)
    case .notification(let notification): StoreEnvironment(named: notification.environment)
    case .transactionReceipt(let receipt): receipt.environment
    case .verifyReceiptAnswer(let answer): answer.environment
    }
  }

  /// The app that the claims are about; nil where they name none (renewal info never does).
  public var bundleID: String? {
    switch self {
    case .appReceipt(let receipt): receipt.bundleID
    case .transaction(let transaction): transaction.bundleID
    case .renewalInfo: nil
    case .appTransaction(let app): app.bundleID
    case .notification(let notification): notification.bundleID
    case .transactionReceipt(let receipt): receipt.bundleID
    case .verifyReceiptAnswer(let answer): answer.bundleID
    }
  }

  /// When the document was signed, in its own words; nil where it does not say.
  public var creationDate: Instant? {
    switch self {
    case .appReceipt(let receipt): receipt.creationDate
    case .transaction(let transaction): transaction.signedDate
    case .renewalInfo(let renewal): renewal.signedDate
    case .appTransaction(let app): app.receiptCreationDate
    case .notification(let notification): notification.signedDate
    case .transactionReceipt(let receipt): receipt.purchase.purchaseDate
    case .verifyReceiptAnswer(let answer): answer.creationDate
    }
  }
}

extension StoreEnvironment {
  /// The word of a signed token: `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  public init(named name: String?) {
    switch name {
    case "Production": self = .production
    case "Sandbox": self = .sandbox
    case "Xcode": self = .xcode
    default: self = .unknown
    }
  }
}
