import ReceiptVerification

/// One row of `audit.source` as it was read.
struct SourceRow: Sendable {
  var receiptID: String
  var accountID: String?
  var receivedAt: Instant?
  var stored: Stored
  /// Length of the stored value, also where it is not fetched; nil for null.
  var storedOctets: Int64?
  /// What the source says of the row's version; nil where it says nothing.
  var version: String?
  /// The bundle id that the user expects; nil where the source does not say.
  var expectedBundleID: String?
  /// Octets of the device's identifier; nil where the source does not say.
  var deviceID: [UInt8]?

  /// What the receipt column holds.
  enum Stored: Sendable {
    case null
    case octets([UInt8])
    /// Over the largest size, and therefore never fetched.
    case tooLarge(octets: Int)
    /// It ended or held up a worker, and is not fetched again.
    case setAside(SetAside)
  }

  /// Octets that the row keeps in memory, with a flat charge for the rest of it.
  var weight: Int {
    switch stored {
    case .octets(let octets): octets.count + 512
    case .null, .tooLarge, .setAside: 512
    }
  }
}
