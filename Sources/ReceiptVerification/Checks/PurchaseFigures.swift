/// The dates and numbers of a purchase, which its checks are about.
///
/// Fields are read where they stand: a whole purchase would be copied with all its texts, and that for
/// hundreds of them costs more than the checks.
struct PurchaseFigures {
  let purchaseDate: Instant?
  let originalPurchaseDate: Instant?
  let expiresDate: Instant?
  let cancellationDate: Instant?
  let productType: ProductType?
  let quantity: Int64?
  let webOrderLineItemID: Int64?
  let isInIntroOfferPeriod: Bool?
  let transaction: TransactionNumber?
  let originalTransaction: TransactionNumber?

  @inline(__always)
  init(_ purchases: Span<InAppPurchase>, _ position: Int) {
    purchaseDate = purchases[position].purchaseDate
    originalPurchaseDate = purchases[position].originalPurchaseDate
    expiresDate = purchases[position].expiresDate
    cancellationDate = purchases[position].cancellationDate
    productType = purchases[position].productType
    quantity = purchases[position].quantity
    webOrderLineItemID = purchases[position].webOrderLineItemID
    isInIntroOfferPeriod = purchases[position].isInIntroOfferPeriod
    transaction = TransactionNumber(purchases[position].transactionID)
    originalTransaction = TransactionNumber(purchases[position].originalTransactionID)
  }
}
