/// A verifyReceipt request or answer: unsigned JSON, with signed receipts inside it.
public struct VerifyReceiptAnswer: Sendable, Equatable {
  public var bundleID: String?
  public var environment = StoreEnvironment.unknown
  public var creationDate: Instant?
  /// The receipts inside, under the names of their fields, each judged by itself.
  public var nested: [NestedVerification] = []
  /// Rows of the JSON that no receipt inside carries.
  public var unprovenPurchases: [Purchase] = []

  public init() {}
}
