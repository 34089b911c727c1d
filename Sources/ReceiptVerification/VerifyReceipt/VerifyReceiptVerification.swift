import Foundation

/// Judges a verifyReceipt request or answer by the receipt inside it.
struct VerifyReceiptVerification {
  private let verifier: ReceiptVerifier

  init(_ verifier: ReceiptVerifier) { self.verifier = verifier }

  func verify(_ text: [UInt8]) -> Verification {
    guard let receipt = Self.receipt(inJSON: text) else {
      return Verification(format: .verifyReceiptJSON, reason: .unsupportedFormat)
    }
    return verifier.verify(receipt)
  }

  /// The base64 receipt of a request (`receipt-data`) or an answer (`latest_receipt`).
  private static func receipt(inJSON text: [UInt8]) -> [UInt8]? {
    let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let receipt = object?["latest_receipt"] ?? object?["receipt-data"]
    return (receipt as? String).map { Array($0.utf8) }
  }
}
