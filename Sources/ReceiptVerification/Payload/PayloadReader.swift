/// Decodes a payload. Values that cannot be decoded are noted; a shape that is not a receipt's is
/// an error.
struct PayloadReader {
  private(set) var receipt = AppReceipt()
  /// Attribute 12 is there with a value that is no date.
  private(set) var hasInvalidCreationDate = false
  private var count = 0

  init(_ bytes: Span<UInt8>, _ log: inout ObservationLog) throws(DecodingFailure) {
    var outer = EncodingReader(0..<bytes.count, .distinguished)
    let set = try outer.next(bytes)
    guard set.tag == Tag.set, outer.isAtEnd else { throw .malformed }
    var attributes = outer.inside(set)
    var fields = FieldReader(position: nil)
    while !attributes.isAtEnd {
      let attribute = try Attribute(&attributes, bytes)
      count += 1
      guard count <= Limits.attributes else { throw .limitExceeded }
      if attribute.type == AttributeType.inAppPurchase {
        try readPurchase(attribute, &fields, &log, bytes)
      } else if fields.isFirst(attribute, &log, bytes) {
        read(attribute, &fields, &log, bytes)
      }
    }
    receipt.otherAttributes = fields.raw
    hasInvalidCreationDate = fields.undecodable.contains(AttributeType.creationDate)
  }

  private mutating func read(
    _ attribute: Attribute, _ fields: inout FieldReader, _ log: inout ObservationLog,
    _ bytes: Span<UInt8>
  ) {
    switch attribute.type {
    case AttributeType.receiptType: receipt.receiptType = fields.text(attribute, &log, bytes)
    case AttributeType.appItemID: receipt.appItemID = fields.number(attribute, &log, bytes)
    case AttributeType.bundleID:
      receipt.bundleID = fields.text(attribute, &log, bytes)
      receipt.bundleIDEncoding = bytes.copy(attribute.value)
    case AttributeType.appVersion: receipt.appVersion = fields.text(attribute, &log, bytes)
    case AttributeType.opaqueValue: receipt.opaqueValue = bytes.copy(attribute.value)
    case AttributeType.deviceHash: receipt.deviceHash = bytes.copy(attribute.value)
    case AttributeType.opaqueSix: receipt.opaqueSix = bytes.copy(attribute.value)
    case AttributeType.opaqueSeven: receipt.opaqueSeven = bytes.copy(attribute.value)
    case AttributeType.issueDate: receipt.issueDate = fields.date(attribute, &log, bytes)
    case AttributeType.toolVersion: receipt.toolVersion = fields.number(attribute, &log, bytes)
    case AttributeType.ageRating: receipt.ageRating = fields.text(attribute, &log, bytes)
    case AttributeType.developerID: receipt.developerID = fields.number(attribute, &log, bytes)
    case AttributeType.creationDate: receipt.creationDate = fields.date(attribute, &log, bytes)
    case AttributeType.clientVersion: receipt.clientVersion = fields.number(attribute, &log, bytes)
    case AttributeType.deviceCode: receipt.deviceCode = fields.number(attribute, &log, bytes)
    case AttributeType.downloadID: receipt.downloadID = fields.number(attribute, &log, bytes)
    case AttributeType.versionExternalID:
      receipt.versionExternalID = fields.number(attribute, &log, bytes)
    case AttributeType.originalPurchaseDate:
      receipt.originalPurchaseDate = fields.date(attribute, &log, bytes)
    case AttributeType.originalAppVersion:
      receipt.originalAppVersion = fields.text(attribute, &log, bytes)
    case AttributeType.emptyTwenty: fields.emptyText(attribute, &log, bytes)
    case AttributeType.expirationDate: receipt.expirationDate = fields.date(attribute, &log, bytes)
    case AttributeType.volumePurchaseDate:
      receipt.volumePurchaseDate = fields.date(attribute, &log, bytes)
    case AttributeType.volumePurchaser:
      receipt.volumePurchaser = fields.text(attribute, &log, bytes)
    case AttributeType.platformCode: receipt.platformCode = fields.number(attribute, &log, bytes)
    case AttributeType.preorderDate: receipt.preorderDate = fields.date(attribute, &log, bytes)
    default: fields.unknown(attribute, &log, bytes)
    }
  }

  /// One attribute 17; a value that is no set of attributes is noted and kept, the rest still counts.
  private mutating func readPurchase(
    _ attribute: Attribute, _ outer: inout FieldReader, _ log: inout ObservationLog,
    _ bytes: Span<UInt8>
  ) throws(DecodingFailure) {
    if attribute.version != 1 {
      log.note(.implausibleContent, "attribute-version", attribute, position: nil, bytes)
    }
    do throws(DecodingFailure) {
      var reader = PurchaseReader(position: receipt.purchases.count)
      try reader.read(attribute.value, &log, bytes)
      receipt.purchases.append(reader.finish())
    } catch {
      guard error != .limitExceeded else { throw error }
      log.note(.implausibleContent, "undecodable-value", attribute, position: nil, bytes)
      outer.keep(attribute, bytes)
    }
  }
}
