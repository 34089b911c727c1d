/// The payload of an App Store receipt, attribute by attribute.
///
/// Payload ::= SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }. The number
/// behind each field is its attribute type. nil means absent, empty or undecodable; what was
/// undecodable is in the verification's observations, with its bytes in `otherAttributes`.
public struct AppReceipt: Sendable, Equatable {
  /// 0: `Production`, `ProductionSandbox`, `Xcode`, ...
  public var receiptType: String?
  /// 1: App Store id of the app; 0 in sandbox.
  public var appItemID: Int64?
  /// 2
  public var bundleID: String?
  /// 2, as its whole encoded inner value (tag, length, content): an input of the device hash.
  public var bundleIDEncoding: [UInt8]?
  /// 3
  public var appVersion: String?
  /// 4: opaque value, an input of the device hash.
  public var opaqueValue: [UInt8]?
  /// 5: SHA-1 over device id, opaque value and bundle id.
  public var deviceHash: [UInt8]?
  /// 6 and 7: opaque, of no known meaning.
  public var opaqueSix: [UInt8]?
  public var opaqueSeven: [UInt8]?
  /// 8: when the device's receipt was issued; a re-minted receipt keeps it.
  public var issueDate: Instant?
  /// 9: version of the store's signing tool, as four ASCII octets in an integer (`P305`).
  public var toolVersion: Int64?
  /// 10
  public var ageRating: String?
  /// 11: developer account id.
  public var developerID: Int64?
  /// 12: when it was signed.
  public var creationDate: Instant?
  /// 13: version of the client's system, as major * 10000 + minor * 100 + patch on iOS.
  public var clientVersion: Int64?
  /// 14: a small number that follows the device.
  public var deviceCode: Int64?
  /// 15
  public var downloadID: Int64?
  /// 16: store build id.
  public var versionExternalID: Int64?
  /// 18: first purchase of the app.
  public var originalPurchaseDate: Instant?
  /// 19
  public var originalAppVersion: String?
  /// 21: end of a volume purchase.
  public var expirationDate: Instant?
  /// 22: a date of a volume purchase.
  public var volumePurchaseDate: Instant?
  /// 23: the organisation of a volume purchase.
  public var volumePurchaser: String?
  /// 25: 3 on iOS, 2 on macOS.
  public var platformCode: Int64?
  /// 32
  public var preorderDate: Instant?
  /// 17, repeated, in payload order (which is not chronological).
  public var purchases: [InAppPurchase] = []
  /// Every attribute without a field of its own, and every one whose value could not be decoded.
  public var otherAttributes: [RawAttribute] = []

  public init() {}

  /// VPP types keep their raw text in `receiptType`.
  public var environment: StoreEnvironment {
    switch receiptType {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox", "Sandbox": .sandbox
    case "Xcode": .xcode
    default: .unknown
    }
  }

  /// Whether an organisation bought it for others (VPP): little is known of how such receipts look.
  var isVolumePurchase: Bool {
    receiptType == "ProductionVPP" || receiptType == "ProductionVPPSandbox"
  }
}

/// One in-app purchase of a receipt: the value of an attribute 17.
public struct InAppPurchase: Sendable, Equatable {
  /// 1701
  public var quantity: Int64?
  /// 1702
  public var productID: String?
  /// 1703
  public var transactionID: String?
  /// 1704
  public var purchaseDate: Instant?
  /// 1705
  public var originalTransactionID: String?
  /// 1706
  public var originalPurchaseDate: Instant?
  /// 1707; nil where absent or not one of the known numbers.
  public var productType: ProductType?
  /// 1708
  public var expiresDate: Instant?
  /// 1710: the product's own App Store id; 0 in sandbox.
  public var productItemID: Int64?
  /// 1711: 0 for what is not a subscription.
  public var webOrderLineItemID: Int64?
  /// 1712
  public var cancellationDate: Instant?
  /// 1713
  public var isTrialPeriod: Bool?
  /// 1719
  public var isInIntroOfferPeriod: Bool?
  /// 1720
  public var cancellationReason: Int64?
  /// 1721
  public var promotionalOfferID: String?
  /// As in `AppReceipt.otherAttributes`.
  public var otherAttributes: [RawAttribute] = []

  public init() {}
}

/// Attribute 1707.
public enum ProductType: Int64, Sendable, CaseIterable {
  case nonConsumable = 0
  case consumable = 1
  case nonRenewingSubscription = 2
  case autoRenewableSubscription = 3
  case freeSubscription = 4

  /// The word that the audit tables use.
  public var name: String {
    switch self {
    case .nonConsumable: "non-consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non-renewing-subscription"
    case .autoRenewableSubscription: "auto-renewable-subscription"
    case .freeSubscription: "free-subscription"
    }
  }
}

/// An attribute kept as its bytes.
public struct RawAttribute: Sendable, Equatable {
  public var type: Int64
  public var version: Int64
  public var value: [UInt8]

  public init(type: Int64, version: Int64, value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }
}
