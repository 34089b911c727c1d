import ReceiptVerification

/// Which system a receipt pretends to come from: each writes its own set of attributes.
public enum Store: String, Sendable, CaseIterable {
  case production, sandbox, xcode
}

/// A receipt to be written; the defaults are a production receipt of 2023 in Apple's shape.
///
/// Dates are text, so that a test can write any: nil leaves the attribute out, "" is Apple's "none".
public struct ReceiptDraft: Sendable, Equatable {
  public var store: Store
  /// Attribute 0; nil leaves it out.
  public var receiptType: String?
  public var bundleID: String?
  public var appItemID: Int64
  public var appVersion = "512"
  /// Sixteen octets of a UUID (iOS) or six of a MAC address: what the device hash is made of.
  public var deviceID: [UInt8]
  public var issueDate: String?
  public var ageRating = "4+"
  public var developerID: Int64
  public var creationDate: String?
  public var downloadID: Int64
  public var versionExternalID: Int64
  public var originalPurchaseDate: String?
  public var originalAppVersion: String
  public var purchases: [PurchaseDraft]
  /// Whether the SETs are in DER's order, as Apple's are and Xcode's are not.
  public var isSorted: Bool
  public var edits = AttributeEdits()

  public init(
    bundleID: String = "com.example.meadow", store: Store = .production,
    creationDate: String? = "2023-06-01T10:00:00Z", purchases: [PurchaseDraft] = []
  ) {
    self.store = store
    self.bundleID = bundleID
    self.creationDate = creationDate
    self.purchases = purchases
    deviceID = Array(0x10...0x1F)
    isSorted = store != .xcode
    let isProduction = store == .production
    appItemID = isProduction ? 6_443_100_001 : 0
    developerID = isProduction ? 118_200_345 : 0
    downloadID = isProduction ? 500_812_345_678_901_234 : 0
    versionExternalID = isProduction ? 857_123_456 : 0
    issueDate = isProduction ? creationDate : ""
    originalPurchaseDate = isProduction ? "2020-03-14T15:09:26Z" : "2013-08-01T07:00:00Z"
    originalAppVersion = isProduction ? "301" : "1.0"
    switch store {
    case .production: receiptType = "Production"
    case .sandbox: receiptType = "ProductionSandbox"
    case .xcode: receiptType = "Xcode"
    }
  }

  /// The payload's octets: what is signed.
  public func payload() throws -> [UInt8] {
    let elements = try attributes().map(\.encoded)
    return ASN1Writer.encode { $0.setOf(elements, sorted: isSorted) }
  }

  private func attributes() throws -> [PayloadAttribute] {
    let app = try store == .xcode ? xcodeAttributes() : storeAttributes()
    let rows = purchases.map { purchase in
      PayloadAttribute(
        AttributeType.inAppPurchase,
        raw: ASN1Writer.encode {
          $0.setOf(purchase.attributes(store).map(\.encoded), sorted: isSorted)
        })
    }
    return edits.applied(to: app + rows)
  }

  private func storeAttributes() throws -> [PayloadAttribute] {
    var noise = SplitMix64(seed: noiseSeed)
    let opaque = noise.bytes(16)
    let six = noise.bytes(42 + noise.below(65))
    let seven = noise.bytes(39 + noise.below(46))
    return try identity(
      opaque: PayloadAttribute(AttributeType.opaqueValue, version: 2, raw: opaque)) + [
        PayloadAttribute(AttributeType.opaqueSix, raw: six),
        PayloadAttribute(AttributeType.opaqueSeven, raw: seven),
        .integer(AttributeType.toolVersion, toolVersion),
        .date(AttributeType.ageRating, ageRating),
        .integer(AttributeType.developerID, developerID),
        .integer(AttributeType.clientVersion, 170_200),
        .integer(AttributeType.deviceCode, 214),
        .integer(AttributeType.downloadID, downloadID),
        .integer(AttributeType.versionExternalID, versionExternalID),
        .text(AttributeType.originalAppVersion, originalAppVersion),
        .text(AttributeType.emptyTwenty, ""),
        .integer(AttributeType.platformCode, 3),
      ] + dates([(AttributeType.originalPurchaseDate, originalPurchaseDate)])
  }

  private func xcodeAttributes() throws -> [PayloadAttribute] {
    var noise = SplitMix64(seed: noiseSeed)
    let opaque = PayloadAttribute(AttributeType.opaqueValue, raw: noise.bytes(8))
    return try
      (identity(opaque: opaque) + dates([(AttributeType.expirationDate, "4001-01-01T00:00:00Z")]))
      .sorted { $0.type < $1.type }
  }

  /// What production, sandbox and Xcode receipts have in common.
  private func identity(opaque: PayloadAttribute) throws -> [PayloadAttribute] {
    let bundle = bundleID.map { PayloadAttribute.text(AttributeType.bundleID, $0) }
    let type = receiptType.map { PayloadAttribute.text(AttributeType.receiptType, $0) }
    // SHA-1 over device id, opaque value and the bundle id as encoded, in every era.
    let hash = try DeviceHash.make(
      deviceID: deviceID, opaque: opaque.value, bundle: bundle?.value ?? [])
    return [type, bundle].compactMap { $0 } + [
      .integer(AttributeType.appItemID, appItemID),
      .text(AttributeType.appVersion, appVersion),
      opaque,
      PayloadAttribute(AttributeType.deviceHash, raw: hash),
    ] + dates([(AttributeType.issueDate, issueDate), (AttributeType.creationDate, creationDate)])
  }

  private func dates(_ fields: [(Int64, String?)]) -> [PayloadAttribute] {
    fields.compactMap { type, text in text.map { .date(type, $0) } }
  }

  /// Four ASCII octets, "P" and three digits, that never went down over the years.
  private var toolVersion: Int64 {
    let moment = creationDate.flatMap(ReceiptDate.seconds) ?? 0
    let steps: [(Int64, Int64)] = [
      (ReceiptDate.at("2024-10-01"), 305), (ReceiptDate.at("2023-09-01"), 302),
      (ReceiptDate.at("2023-02-01"), 260),
    ]
    let number = steps.first { $0.0 <= moment }?.1 ?? 256
    return "P\(number)".utf8.reduce(0) { $0 << 8 | Int64($1) }
  }

  /// The opaque octets of a receipt are its own, and the same whenever it is written.
  private var noiseSeed: UInt64 {
    let text = "\(bundleID ?? "")|\(creationDate ?? "")|\(downloadID)|\(deviceID)"
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
