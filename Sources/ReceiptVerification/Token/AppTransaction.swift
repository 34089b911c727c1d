/// The payload of StoreKit 2's signed app transaction: the download of an app.
///
/// It has no signing date; the receipt's creation date stands for it. nil as in `StoreTransaction`.
public struct AppTransaction: Sendable, Equatable {
  /// The environment: `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  public var receiptType: String?
  /// Absent in sandbox and Xcode.
  public var appAppleID: Int64?
  public var bundleID: String?
  public var appVersion: String?
  public var versionExternalID: Int64?
  public var receiptCreationDate: Instant?
  public var originalPurchaseDate: Instant?
  public var originalAppVersion: String?
  public var preorderDate: Instant?
  /// base64; only tokens made on a device have the two.
  public var deviceVerification: String?
  public var deviceVerificationNonce: String?
  public var appTransactionID: String?
  /// `iOS`, `macOS`, `tvOS`, `visionOS`.
  public var originalPlatform: String?
  /// Only Xcode writes it.
  public var requestDate: Instant?
  public var unknownFields: [UnknownField] = []

  public init() {}
}
