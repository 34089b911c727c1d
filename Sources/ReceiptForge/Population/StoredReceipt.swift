/// A row of a receipts table, with the truth about it.
public struct StoredReceipt: Sendable, Equatable {
  public var receiptID: Int64
  /// nil is SQL NULL: nobody knows who sent it.
  public var accountID: String?
  /// The app that the row claims to be about.
  public var bundleID: String
  /// Sixteen octets of a UUID; nil where the app sent none.
  public var deviceID: [UInt8]?
  /// What is stored; nil is SQL NULL.
  public var receipt: [UInt8]?
  /// Seconds since 1970.
  public var receivedAt: Int64
  public var truth: Truth
}
