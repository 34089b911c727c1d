import ReceiptVerification

/// Attributes without a field of their own, kept as their octets in `unknown_attributes`.
enum UnknownAttributes {
  /// Octets of one value that are kept; the rest of an attacker's megabytes is only counted.
  private static let keptOctets = 1024
  /// Attributes of one receipt that are kept.
  private static let keptAttributes = 64

  /// A JSON array of the receipt's and its purchases' attributes; nil where there are none.
  static func json(of receipt: AppReceipt) -> JSONText? {
    var entries: [JSONText] = []
    add(receipt.otherAttributes, position: nil, to: &entries)
    for (position, purchase) in receipt.purchases.enumerated() {
      add(purchase.otherAttributes, position: Int64(position), to: &entries)
    }
    return entries.isEmpty ? nil : .array(entries)
  }

  private static func add(
    _ attributes: [RawAttribute], position: Int64?, to entries: inout [JSONText]
  ) {
    for attribute in attributes.prefix(max(0, keptAttributes - entries.count)) {
      let isCut = attribute.value.count > keptOctets
      entries.append(
        .object([
          "type": .number(attribute.type),
          "version": .number(attribute.version),
          "position": position.map(JSONText.number),
          "value_hex": .text(attribute.value.prefix(keptOctets).hexText),
          "octets": isCut ? .number(Int64(attribute.value.count)) : nil,
        ]))
    }
  }
}
