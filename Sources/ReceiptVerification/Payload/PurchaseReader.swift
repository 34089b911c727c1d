/// Decodes the value of one attribute 17: SET OF ReceiptAttribute.
struct PurchaseReader {
  private var fields: FieldReader
  /// Where the attributes stand, as long as each is as Apple writes it; then nil.
  private(set) var layout: [PurchaseLayout.Field]?
  private(set) var order = SetOrder()
  /// The attribute types that were met, counted from 1700.
  var types: UInt64 { fields.types.purchase }

  /// Attributes of a purchase, optional ones included.
  private static let usualCount = 24

  init(position: Int) { fields = FieldReader(position: position) }

  /// Reads into a purchase that stands where it is kept: a receipt can have hundreds.
  mutating func read(
    _ range: Range<Int>, into purchase: inout InAppPurchase, _ products: inout RepeatedText,
    _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) {
    var outer = EncodingReader(range, .distinguished)
    let set = try outer.next(Tag.set, bytes)
    guard outer.isAtEnd else { throw .malformed }
    var attributes = outer.inside(set)
    var count = 0
    var places: [PurchaseLayout.Field] = []
    places.reserveCapacity(Self.usualCount)
    var isUsual = true
    while !attributes.isAtEnd {
      count += 1
      guard count <= Limits.purchaseAttributes else { throw .limitExceeded }
      if let short = ShortAttribute(attributes, bytes), !fields.hasSeen(Int64(short.type)),
        Self.readShort(short, into: &purchase, &products, bytes)
      {
        fields.markSeen(Int64(short.type))
        order.next(from: attributes.position, head: short.head, to: short.value.upperBound, bytes)
        places.append(
          PurchaseLayout.Field(
            start: attributes.position &- range.lowerBound,
            content: short.value.lowerBound &- range.lowerBound &+ 2,
            end: short.value.upperBound &- range.lowerBound))
        attributes.skip(to: short.value.upperBound)
        continue
      }
      isUsual = false
      let start = attributes.position
      let attribute = try Attribute(&attributes, bytes)
      order.next(start..<attributes.position, bytes)
      if fields.isFirst(attribute, &log, bytes) { read(attribute, into: &purchase, &log, bytes) }
    }
    purchase.otherAttributes = fields.raw
    layout = isUsual ? places : nil
  }

  /// Reads what differs from an earlier purchase of the same length, whose values `purchase` has.
  ///
  /// False where more than values differs, or anything is unusual: then all is to be read.
  static func readDifferences(
    _ range: Range<Int>, from earlier: PurchaseLayout, into purchase: inout InAppPurchase,
    _ products: inout RepeatedText, _ bytes: Span<UInt8>
  ) -> Bool {
    let places = earlier.fields.span
    var offset = 0
    var place = 0
    while let difference = bytes.firstDifference(of: earlier.range, and: range, from: offset) {
      while place < places.count, places[place].end <= difference { place += 1 }
      guard place < places.count, difference >= places[place].content else { return false }
      let field = places[place]
      let reader = EncodingReader(
        range.lowerBound + field.start..<range.upperBound, .distinguished)
      guard let short = ShortAttribute(reader, bytes),
        readShort(short, into: &purchase, &products, bytes)
      else { return false }
      offset = field.end
    }
    return true
  }

  /// Reads an attribute as Apple writes it; false, with nothing read, where anything is unusual.
  @inline(__always)
  private static func readShort(
    _ attribute: ShortAttribute, into purchase: inout InAppPurchase,
    _ products: inout RepeatedText, _ bytes: Span<UInt8>
  ) -> Bool {
    switch Int64(attribute.type) {
    case AttributeType.quantity:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      purchase.quantity = value
    case AttributeType.productID:
      guard let value = products.text(attribute, bytes) else { return false }
      purchase.productID = value
    case AttributeType.transactionID:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      purchase.transactionID = value
    case AttributeType.originalTransactionID:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      purchase.originalTransactionID = value
    case AttributeType.purchaseDate:
      guard let value = ShortValues.date(attribute, bytes) else { return false }
      purchase.purchaseDate = value
    case AttributeType.purchaseOriginalDate:
      guard let value = ShortValues.date(attribute, bytes) else { return false }
      purchase.originalPurchaseDate = value
    case AttributeType.expiresDate:
      if !ShortValues.isEmpty(attribute) {
        guard let value = ShortValues.date(attribute, bytes) else { return false }
        purchase.expiresDate = value
      }
    case AttributeType.productType:
      guard let value = ShortValues.number(attribute, bytes),
        let type = ProductType(rawValue: value)
      else { return false }
      purchase.productType = type
    case AttributeType.productItemID:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      purchase.productItemID = value
    case AttributeType.webOrderLineItemID:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      purchase.webOrderLineItemID = value
    case AttributeType.isTrialPeriod:
      guard let value = ShortValues.flag(attribute, bytes) else { return false }
      purchase.isTrialPeriod = value
    case AttributeType.isInIntroOfferPeriod:
      guard let value = ShortValues.flag(attribute, bytes) else { return false }
      purchase.isInIntroOfferPeriod = value
    case AttributeType.cancellationDate, AttributeType.emptyNine,
      AttributeType.emptyFourteenToEighteen:
      guard ShortValues.isEmpty(attribute) else { return false }
    case AttributeType.zeroTwentyTwo:
      guard ShortValues.number(attribute, bytes) == 0 else { return false }
    default: return false
    }
    return true
  }

  private mutating func read(
    _ attribute: Attribute, into purchase: inout InAppPurchase, _ log: inout ObservationLog,
    _ bytes: Span<UInt8>
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
    case AttributeType.productType:
      purchase.productType = productType(attribute, &log, bytes)
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
  private mutating func productType(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> ProductType? {
    guard let number = fields.number(attribute, &log, bytes) else { return nil }
    guard let type = ProductType(rawValue: number) else {
      fields.unknown(attribute, &log, bytes)
      return nil
    }
    return type
  }
}
