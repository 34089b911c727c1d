/// An iOS 6 receipt of one transaction; only its `purchase-info` is signed.
public struct TransactionReceipt: Sendable, Equatable {
  public var bundleID: String?
  public var environment = StoreEnvironment.unknown
  /// The one purchase, under the names of the PKCS#7 receipt.
  public var purchase = InAppPurchase()

  public init() {}
}
