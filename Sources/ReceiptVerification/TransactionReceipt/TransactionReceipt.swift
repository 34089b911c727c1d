/// One purchase as the store signed it before receipts had a container (`transactionReceipt`).
///
/// The names behind the fields are the keys of its property list `purchase-info`, the only part that
/// is signed. nil means absent, empty or undecodable, as in `AppReceipt`.
public struct TransactionReceipt: Sendable, Equatable {
  /// `bid`
  public var bundleID: String?
  /// `bvrs`
  public var appVersion: String?
  /// `app-item-id`
  public var appItemID: Int64?
  /// `version-external-identifier`
  public var versionExternalID: Int64?
  /// `unique-identifier`: the device, until 2013.
  public var deviceID: String?
  /// `unique-vendor-identifier`: the device as this vendor's apps see it.
  public var vendorID: String?
  public var purchase = InAppPurchase()
  /// Signed fields that none of these is for, as escaped text by key.
  public var otherFields: [String: String] = [:]
  /// What stands beside the signed part, and proves nothing.
  public var unsigned = UnsignedFields()

  /// The keys of the outer property list beside `signature` and `purchase-info`.
  public struct UnsignedFields: Sendable, Equatable {
    /// `Sandbox`, or absent.
    public var environment: String?
    /// The shard that the purchase was made on.
    public var pod: String?
    public var signingStatus: String?

    public init() {}
  }

  public init() {}

  /// Told by the signed transaction id, whose first digits are the shard that gave it out.
  public var environment: StoreEnvironment {
    guard let shard = TransactionNumber(purchase.transactionID)?.shard else { return .unknown }
    return TransactionNumber.sandboxShards.contains(shard) ? .sandbox : .production
  }
}
