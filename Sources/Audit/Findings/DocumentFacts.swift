import ReceiptVerification

/// What the row of a receipt tells of its document, whichever format it has.
struct DocumentFacts {
  var receiptType: String?
  var bundleID: String?
  var appVersion: String?
  var originalAppVersion: String?
  var creationDate: Instant?
  var expirationDate: Instant?
  var issueDate: Instant?
  var originalPurchaseDate: Instant?
  var downloadID: Int64?
  var appItemID: Int64?

  init(_ document: Document?) {
    bundleID = document?.bundleID
    creationDate = document?.creationDate
    switch document {
    case .appReceipt(let receipt): read(receipt)
    case .verifyReceiptAnswer(let answer):
      if case .appReceipt(let receipt) = answer.nested.first?.verification.document {
        read(receipt)
      } else if case .transactionReceipt(let receipt) = answer.nested.first?.verification.document {
        read(receipt)
      }
    case .transactionReceipt(let receipt): read(receipt)
    case .transaction(let transaction): receiptType = transaction.environment
    case .renewalInfo(let renewal): receiptType = renewal.environment
    case .appTransaction(let app):
      receiptType = app.receiptType
      appVersion = app.appVersion
      originalAppVersion = app.originalAppVersion
      originalPurchaseDate = app.originalPurchaseDate
      appItemID = app.appAppleID
    case .notification(let notification):
      receiptType = notification.environment
      appVersion = notification.bundleVersion
      appItemID = notification.appAppleID
    case nil: break
    }
  }

  private mutating func read(_ receipt: AppReceipt) {
    receiptType = receipt.receiptType
    appVersion = receipt.appVersion
    originalAppVersion = receipt.originalAppVersion
    expirationDate = receipt.expirationDate
    issueDate = receipt.issueDate
    originalPurchaseDate = receipt.originalPurchaseDate
    downloadID = receipt.downloadID
    appItemID = receipt.appItemID
  }

  private mutating func read(_ receipt: TransactionReceipt) {
    receiptType = receipt.unsigned.environment
    appVersion = receipt.appVersion
    appItemID = receipt.appItemID
  }
}

extension Document {
  /// The app receipt that the document is, or that a verifyReceipt answer is about.
  var appReceipt: AppReceipt? {
    switch self {
    case .appReceipt(let receipt): receipt
    case .verifyReceiptAnswer(let answer): answer.nested.first?.verification.receipt
    default: nil
    }
  }
}
