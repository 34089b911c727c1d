/// One purchase that a document tells of, whatever the document's format.
public struct Purchase: Sendable, Equatable {
  /// The fields that every format has, under the names of the PKCS#7 receipt.
  public var item: InAppPurchase
  /// What only a signed transaction tells: price, storefront, ownership, offer, revocation.
  public var transaction: StoreTransaction?
  /// The document that states it: of a receipt inside another document the receipt's own format.
  public var format: ReceiptFormat
  /// The app of the document that carries the purchase.
  public var bundleID: String?
  public var environment: StoreEnvironment
  /// When the document that carries the purchase was signed.
  public var creationDate: Instant?
  /// Whether the very document that carries it is genuine: a notification's transaction is believed
  /// for its own signature, not for the notification's.
  public var isVerified: Bool

  public init(
    item: InAppPurchase, transaction: StoreTransaction? = nil, format: ReceiptFormat,
    bundleID: String?, environment: StoreEnvironment, creationDate: Instant?, isVerified: Bool
  ) {
    self.item = item
    self.transaction = transaction
    self.format = format
    self.bundleID = bundleID
    self.environment = environment
    self.creationDate = creationDate
    self.isVerified = isVerified
  }
}

extension Verification {
  /// The purchases of the document and of those inside it, in order.
  ///
  /// An app receipt has many, a signed transaction one, a notification those of its transaction; an
  /// app transaction and renewal info have none.
  public var purchases: [Purchase] {
    switch document {
    case .appReceipt(let receipt): receipt.purchases.map { purchase($0) }
    case .transaction(let transaction): [purchase(transaction.purchase, transaction)]
    case .transactionReceipt(let receipt): [purchase(receipt.purchase)]
    case .notification(let notification):
      notification.nested.flatMap(\.verification.purchases)
    case .verifyReceiptAnswer(let answer):
      answer.nested.flatMap(\.verification.purchases) + answer.unprovenPurchases
    case .renewalInfo, .appTransaction, nil: []
    }
  }

  private func purchase(_ item: InAppPurchase, _ transaction: StoreTransaction? = nil) -> Purchase {
    Purchase(
      item: item, transaction: transaction, format: format, bundleID: document?.bundleID,
      environment: environment, creationDate: document?.creationDate,
      isVerified: verdict == .genuine)
  }
}
