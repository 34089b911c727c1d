import ReceiptVerification

/// What no column is for, kept in `unknown_attributes`: attributes as their octets, members of
/// signed tokens as their JSON text.
struct UnknownAttributes {
  /// Octets of one value that are kept; the rest of an attacker's megabytes is only counted.
  private static let keptOctets = 1024
  /// Attributes of one receipt that are kept.
  private static let keptAttributes = 64

  private var entries: [JSONText] = []

  /// A JSON array; nil where there is nothing to keep.
  static func json(of document: Document?) -> JSONText? {
    var unknown = UnknownAttributes()
    unknown.add(document)
    return unknown.entries.isEmpty ? nil : .array(unknown.entries)
  }

  private mutating func add(_ document: Document?) {
    switch document {
    case .appReceipt(let receipt):
      add(receipt.otherAttributes, position: nil)
      for (position, purchase) in receipt.purchases.enumerated() {
        add(purchase.otherAttributes, position: Int64(position))
      }
    case .transaction(let transaction): add(transaction.unknownFields)
    case .renewalInfo(let renewal): add(renewal.unknownFields)
    case .appTransaction(let app): add(app.unknownFields)
    case .notification(let notification):
      add(notification.unknownFields)
      for inner in notification.nested { add(inner.verification.document) }
    case .transactionReceipt(let receipt):
      for (field, value) in receipt.otherFields.sorted(by: { $0.key < $1.key }) {
        add(field: field, value: value)
      }
    case .verifyReceiptAnswer(let answer):
      for inner in answer.nested { add(inner.verification.document) }
    case nil: break
    }
  }

  private mutating func add(_ attributes: [RawAttribute], position: Int64?) {
    for attribute in attributes.prefix(max(0, Self.keptAttributes - entries.count)) {
      let isCut = attribute.value.count > Self.keptOctets
      entries.append(
        .object([
          "type": .number(attribute.type),
          "version": .number(attribute.version),
          "position": position.map(JSONText.number),
          "value_hex": .text(attribute.value.prefix(Self.keptOctets).hexText),
          "octets": isCut ? .number(Int64(attribute.value.count)) : nil,
        ]))
    }
  }

  private mutating func add(_ fields: [UnknownField]) {
    for field in fields { add(field: field.name, value: field.json) }
  }

  private mutating func add(field: String, value: String) {
    guard entries.count < Self.keptAttributes else { return }
    entries.append(.object(["field": .text(field), "value": .text(value)]))
  }
}
