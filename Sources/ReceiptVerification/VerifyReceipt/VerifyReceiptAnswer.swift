/// A verifyReceipt request or answer, or a version 1 notification: unsigned JSON, with signed
/// receipts inside it.
///
/// The verdict on the whole is that of its first receipt. What the JSON says beside its receipts
/// proves nothing.
public struct VerifyReceiptAnswer: Sendable, Equatable {
  /// The app of the receipt inside; where there is none, the one that the JSON claims.
  public var bundleID: String?
  public var environment = StoreEnvironment.unknown
  /// When the receipt inside was signed; the JSON's own date where there is none.
  public var creationDate: Instant?
  /// `status`: 0, or why Apple's server refused the receipt.
  public var status: Int64?
  /// The receipts inside, under the names of their fields, each judged by itself.
  public var nested: [NestedVerification] = []
  /// Rows of the JSON that no genuine receipt inside carries.
  public var unprovenPurchases: [Purchase] = []

  public init() {}
}
