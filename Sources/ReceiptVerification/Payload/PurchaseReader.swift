/// Decodes the value of one attribute 17: SET OF ReceiptAttribute.
struct PurchaseReader {
  private var purchase = InAppPurchase()
  private var fields: FieldReader

  init(position: Int) { fields = FieldReader(position: position) }

  /// What was read; the reader is used up, so that no text is copied.
  consuming func finish() -> InAppPurchase {
    purchase.otherAttributes = fields.raw
    return purchase
  }

  mutating func read(
    _ range: Range<Int>, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) {
    var outer = EncodingReader(range, .distinguished)
    let set = try outer.next(Tag.set, bytes)
    guard outer.isAtEnd else { throw .malformed }
    var attributes = outer.inside(set)
    var count = 0
    while !attributes.isAtEnd {
      let attribute = try Attribute(&attributes, bytes)
      count += 1
      guard count <= Limits.purchaseAttributes else { throw .limitExceeded }
      if fields.isFirst(attribute, &log, bytes) { read(attribute, &log, bytes) }
    }
  }

  private mutating func read(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) {
    switch attribute.type {
    case AttributeType.quantity: purchase.quantity = fields.number(attribute, &log, bytes)
    case AttributeType.productID: purchase.productID = fields.text(attribute, &log, bytes)
    case AttributeType.transactionID: purchase.transactionID = fields.text(attribute, &log, bytes)
    case AttributeType.purchaseDate: purchase.purchaseDate = fields.date(attribute, &log, bytes)
    case AttributeType.originalTransactionID:
      purchase.originalTransactionID = fields.text(attribute, &log, bytes)
    case AttributeType.purchaseOriginalDate:
      purchase.originalPurchaseDate = fields.date(attribute, &log, bytes)
    case AttributeType.productType: readProductType(attribute, &log, bytes)
    case AttributeType.expiresDate: purchase.expiresDate = fields.date(attribute, &log, bytes)
    case AttributeType.productItemID:
      purchase.productItemID = fields.number(attribute, &log, bytes)
    case AttributeType.webOrderLineItemID:
      purchase.webOrderLineItemID = fields.number(attribute, &log, bytes)
    case AttributeType.cancellationDate:
      purchase.cancellationDate = fields.date(attribute, &log, bytes)
    case AttributeType.isTrialPeriod: purchase.isTrialPeriod = fields.flag(attribute, &log, bytes)
    case AttributeType.isInIntroOfferPeriod:
      purchase.isInIntroOfferPeriod = fields.flag(attribute, &log, bytes)
    case AttributeType.cancellationReason:
      purchase.cancellationReason = fields.number(attribute, &log, bytes)
    case AttributeType.promotionalOfferID:
      purchase.promotionalOfferID = fields.text(attribute, &log, bytes)
    case AttributeType.zeroTwentyTwo:
      guard let number = fields.number(attribute, &log, bytes), number != 0 else { return }
      fields.unknown(attribute, &log, bytes)
    case AttributeType.emptyNine, AttributeType.emptyFourteenToEighteen:
      fields.emptyText(attribute, &log, bytes)
    default: fields.unknown(attribute, &log, bytes)
    }
  }

  /// A number outside the known product types is kept, and noted.
  private mutating func readProductType(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) {
    guard let number = fields.number(attribute, &log, bytes) else { return }
    purchase.productType = ProductType(rawValue: number)
    if purchase.productType == nil { fields.unknown(attribute, &log, bytes) }
  }
}
