extension ReceiptKind {
  /// A genuine container that is no longer what was signed.
  static let tamperedKinds: [ReceiptKind] = [
    ReceiptKind("product-altered", "another product id in a genuine container", .payloadAltered) {
      try $0.altered($1) { $0.purchases[0].productID.append("x") }
    },
    ReceiptKind("expiry-altered", "one digit of an expiry date changed", .payloadAltered) {
      var container = try $0.container(for: $1)
      try container.seal()
      let until = $1.purchases.first?.expiresDate ?? ""
      container.payload =
        Tampering.replacing(until, with: "9" + until.dropFirst(), in: container.payload) ?? []
      return try container.encoded()
    },
    ReceiptKind("signature-altered", "one bit of the signature changed", .payloadAltered) {
      var container = try $0.container(for: $1)
      try container.seal()
      container.signers[0].flipSignatureBit()
      return try container.encoded()
    },
    ReceiptKind("other-signature", "the signature of another genuine receipt", .payloadAltered) {
      var other = $1
      other.downloadID += 1
      var container = try $0.container(for: other)
      try container.seal()
      container.payload = try $1.payload()
      return try container.encoded()
    },
  ]
}

extension TestPKI {
  /// A genuine container whose payload was exchanged after it was signed.
  public func altered(
    _ draft: ReceiptDraft, by change: (inout ReceiptDraft) -> Void
  ) throws -> [UInt8] {
    var container = try container(for: draft)
    try container.seal()
    var changed = draft
    change(&changed)
    container.payload = try changed.payload()
    return try container.encoded()
  }
}
