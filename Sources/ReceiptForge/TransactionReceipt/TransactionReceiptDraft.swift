public import OpenSSL

/// An iOS 6 receipt of one purchase to be written; the defaults are a production one of 2015.
public struct TransactionReceiptDraft: Sendable, Equatable {
  /// A key of a property list and its value.
  public struct Field: Sendable, Equatable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The signed part, in the order in which it is written.
  public var info: [Field]
  /// The keys beside signature and signed part.
  public var outer: [Field]
  /// 2: signed with a key of 1024 bits; 3: with the signer of app receipts.
  public var version: UInt8

  /// A subscription period, or a purchase without one, as the store spells it.
  public init(
    bundleID: String = "com.example.meadow", productID: String = "com.example.meadow.monthly",
    transactionID: String = "350000123456789", original: String? = nil,
    lineItem: String? = "350000087654321", purchaseDate: String = "2015-11-18T04:34:41Z",
    expiresDate: String? = "2015-12-18T04:34:41Z", version: UInt8 = 2
  ) {
    let bought = ReceiptDate.seconds(purchaseDate) ?? 0
    info = Self.date("original-purchase-date", bought) + Self.date("purchase-date", bought)
    info += [
      Field("unique-identifier", "dd0e33ebf56bb1f3ad4c2dbaa7a0b33ac68b0e85"),
      Field("original-transaction-id", original ?? transactionID),
      Field("transaction-id", transactionID), Field("bvrs", "1"),
      Field("unique-vendor-identifier", "3F27583E-3E39-4865-A9F2-98256C105CDF"),
      Field("item-id", "1028950797"), Field("app-item-id", "6443100001"),
      Field("version-external-identifier", "857123456"), Field("product-id", productID),
      Field("bid", bundleID), Field("quantity", "1"),
    ]
    if let lineItem { info.append(Field("web-order-line-item-id", lineItem)) }
    if let expires = expiresDate.flatMap(ReceiptDate.seconds) {
      info += [
        Field("expires-date", "\(expires)000"),
        Field("expires-date-formatted", Self.spelled(expires)),
        Field(
          "expires-date-formatted-pst", Self.spelled(expires - 8 * 3600, "America/Los_Angeles")),
      ]
    }
    let shard = String(transactionID.dropLast(13))
    outer = [Field("pod", shard), Field("signing-status", "0")]
    if ["100", "200"].contains(shard) { outer.insert(Field("environment", "Sandbox"), at: 0) }
    self.version = version
  }

  /// Replaces a field of the signed part.
  public mutating func set(_ key: String, _ value: String) {
    info.removeAll { $0.key == key }
    info.append(Field(key, value))
  }

  private static func date(_ key: String, _ seconds: Int64) -> [Field] {
    [
      Field(key, spelled(seconds)), Field(key + "-ms", "\(seconds)000"),
      Field(key + "-pst", spelled(seconds - 8 * 3600, "America/Los_Angeles")),
    ]
  }

  private static func spelled(_ seconds: Int64, _ zone: String = "Etc/GMT") -> String {
    let text = ReceiptDate.text(seconds)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(zone)"
  }

  /// An old-style property list, as the store lays it out.
  static func propertyList(_ fields: [Field]) -> [UInt8] {
    let lines = fields.map { field in
      let value = field.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\t\"\(field.key)\" = \"\(value)\";\n"
    }
    return Array("{\n\(lines.joined())}".utf8)
  }
}

/// A transaction receipt in parts that an attack can exchange before it is written.
public struct TransactionReceiptParts: Sendable {
  /// The octets of the signed property list.
  public var info: [UInt8]
  /// The signature's octets with version and certificate; nil leaves the key out.
  public var blob: [UInt8]?
  public var outer: [TransactionReceiptDraft.Field]

  /// The property list around both, which clients send in base64.
  public var propertyList: [UInt8] {
    var fields = outer
    fields.insert(.init("purchase-info", Self.text(info)), at: 0)
    if let blob { fields.insert(.init("signature", Self.text(blob)), at: 0) }
    return TransactionReceiptDraft.propertyList(fields)
  }

  /// As it lies in a column.
  public var encoded: [UInt8] { Base64Text.encode(propertyList) }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: Base64Text.encode(bytes), as: UTF8.self)
  }
}

extension TestPKI {
  /// Signs a draft: version 2 with the purchases' leaf, version 3 with that of app receipts.
  ///
  /// - Parameter signer: nil for the one that the version and the purchase's date belong to.
  public func parts(
    _ draft: TransactionReceiptDraft, signer: TestIdentity? = nil, digest: SigningDigest = .sha1
  ) throws -> TransactionReceiptParts {
    let info = TransactionReceiptDraft.propertyList(draft.info)
    let signer =
      try signer ?? (draft.version == 2 ? purchaseChain().leaf : chain(.sha1Second).leaf)
    let signature = try signer.key.sign([draft.version] + info, digest: digest)
    let length = signer.certificate.count
    let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
    return TransactionReceiptParts(
      info: info, blob: [draft.version] + signature + octets + signer.certificate,
      outer: draft.outer)
  }

  /// The stored bytes of a genuine one.
  public func mint(_ draft: TransactionReceiptDraft) throws -> [UInt8] {
    try parts(draft).encoded
  }
}
