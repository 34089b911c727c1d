/// Decodes a payload. Values that cannot be decoded are noted; a shape that is not a receipt's is
/// an error.
struct PayloadReader {
  /// Attribute 12 is there with a value that is no date.
  private(set) var hasInvalidCreationDate = false
  private(set) var shape = PayloadShape()
  private var products = RepeatedText()
  private var layouts = PurchaseLayouts()

  /// Purchases that room is made for at once; the largest genuine receipt known has 187.
  private static let mostReserved = 256

  /// Reads into a receipt that stands where it is kept.
  init(
    _ bytes: Span<UInt8>, into receipt: inout AppReceipt, _ log: inout ObservationLog
  ) throws(DecodingFailure) {
    var outer = EncodingReader(0..<bytes.count, .distinguished)
    let set = try outer.next(bytes)
    guard set.tag == Tag.set, outer.isAtEnd else { throw .malformed }
    var attributes = outer.inside(set)
    var fields = FieldReader(position: nil)
    var order = SetOrder()
    var count = 0
    while !attributes.isAtEnd {
      count += 1
      guard count <= Limits.attributes else { throw .limitExceeded }
      if let short = ShortAttribute(attributes, bytes),
        Self.readShort(short, into: &receipt, &fields, bytes)
      {
        order.next(from: attributes.position, head: short.head, to: short.value.upperBound, bytes)
        attributes.skip(to: short.value.upperBound)
        continue
      }
      let start = attributes.position
      let attribute = try Attribute(&attributes, bytes)
      order.next(start..<attributes.position, bytes)
      if attribute.type == AttributeType.inAppPurchase {
        try readPurchase(attribute, into: &receipt, &fields, &log, bytes)
      } else if fields.isFirst(attribute, &log, bytes) {
        Self.read(attribute, into: &receipt, &fields, &log, bytes)
      }
    }
    shape.isSorted = order.isAscending
    shape.types = fields.types.receipt
    receipt.otherAttributes = fields.raw
    hasInvalidCreationDate = fields.undecodable.contains(AttributeType.creationDate)
  }

  /// Reads an attribute as Apple writes it; false, with nothing read, where anything is unusual.
  private static func readShort(
    _ attribute: ShortAttribute, into receipt: inout AppReceipt, _ fields: inout FieldReader,
    _ bytes: Span<UInt8>
  ) -> Bool {
    let type = Int64(attribute.type)
    guard !fields.hasSeen(type) else { return false }
    switch type {
    case AttributeType.receiptType:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      receipt.receiptType = value
    case AttributeType.appItemID:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.appItemID = value
    case AttributeType.bundleID:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      receipt.bundleID = value
      receipt.bundleIDEncoding = bytes.copy(attribute.value)
    case AttributeType.appVersion:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      receipt.appVersion = value
    case AttributeType.deviceHash: receipt.deviceHash = bytes.copy(attribute.value)
    case AttributeType.opaqueSix: receipt.opaqueSix = bytes.copy(attribute.value)
    case AttributeType.opaqueSeven: receipt.opaqueSeven = bytes.copy(attribute.value)
    case AttributeType.issueDate:
      if !ShortValues.isEmpty(attribute) {
        guard let value = ShortValues.date(attribute, bytes) else { return false }
        receipt.issueDate = value
      }
    case AttributeType.toolVersion:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.toolVersion = value
    case AttributeType.ageRating:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      receipt.ageRating = value
    case AttributeType.developerID:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.developerID = value
    case AttributeType.creationDate:
      guard let value = ShortValues.date(attribute, bytes) else { return false }
      receipt.creationDate = value
    case AttributeType.clientVersion:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.clientVersion = value
    case AttributeType.deviceCode:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.deviceCode = value
    case AttributeType.downloadID:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.downloadID = value
    case AttributeType.versionExternalID:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.versionExternalID = value
    case AttributeType.originalPurchaseDate:
      guard let value = ShortValues.date(attribute, bytes) else { return false }
      receipt.originalPurchaseDate = value
    case AttributeType.originalAppVersion:
      guard let value = ShortValues.text(attribute, bytes) else { return false }
      receipt.originalAppVersion = value
    case AttributeType.emptyTwenty:
      guard ShortValues.isEmpty(attribute) else { return false }
    case AttributeType.platformCode:
      guard let value = ShortValues.number(attribute, bytes) else { return false }
      receipt.platformCode = value
    default: return false
    }
    fields.markSeen(type)
    return true
  }

  private static func read(
    _ attribute: Attribute, into receipt: inout AppReceipt, _ fields: inout FieldReader,
    _ log: inout ObservationLog, _ bytes: Span<UInt8>
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
    _ attribute: Attribute, into receipt: inout AppReceipt, _ outer: inout FieldReader,
    _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) {
    if attribute.version != 1 {
      log.note(.implausibleContent, "attribute-version", attribute, position: nil, bytes)
    }
    let position = receipt.purchases.count
    if position == 0 {
      // As many as fit if all are like the first; no more, since a hostile one may be tiny.
      let room = (bytes.count - attribute.value.lowerBound) / max(attribute.value.count, 1)
      receipt.purchases.reserveCapacity(min(room, Self.mostReserved))
    }
    if readLike(attribute.value, into: &receipt, bytes) { return }
    var reader = PurchaseReader(position: position)
    receipt.purchases.append(InAppPurchase())
    do throws(DecodingFailure) {
      try reader.read(
        attribute.value, into: &receipt.purchases[position], &products, &log, bytes)
      shape.note(
        purchase: position, types: reader.types, isSorted: reader.order.isAscending)
      if let fields = reader.layout {
        layouts.add(PurchaseLayout(range: attribute.value, position: position, fields: fields))
      }
    } catch {
      receipt.purchases.removeLast()
      guard error != .limitExceeded else { throw error }
      log.note(.implausibleContent, "undecodable-value", attribute, position: nil, bytes)
      outer.keep(attribute, bytes)
    }
  }

  /// Reads a purchase that is laid out like an earlier one; false, with nothing read, where none is.
  ///
  /// What the shape of a payload is told by is in the layout: it needs no second note.
  private mutating func readLike(
    _ range: Range<Int>, into receipt: inout AppReceipt, _ bytes: Span<UInt8>
  ) -> Bool {
    guard let index = layouts.index(length: range.count) else { return false }
    let position = receipt.purchases.count
    let earlier = layouts[index]
    receipt.purchases.append(receipt.purchases[earlier.position])
    guard
      PurchaseReader.readDifferences(
        range, from: earlier, into: &receipt.purchases[position], &products, bytes)
    else {
      receipt.purchases.removeLast()
      return false
    }
    layouts.move(index, to: range, position: position)
    return true
  }
}
