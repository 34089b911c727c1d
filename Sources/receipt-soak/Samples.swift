import ReceiptForge
import ReceiptVerification

/// Receipts of every kind that the forge makes, and a verifier that trusts its root.
struct Samples {
  let receipts: [[UInt8]]
  let verifier: ReceiptVerifier

  init() throws {
    let pki = try TestPKI.standard
    receipts = try ReceiptKind.all.map { try $0.mint(pki) }
    verifier = try Self.freshVerifier()
  }

  /// One with a cache of its own.
  static func freshVerifier() throws -> ReceiptVerifier {
    ReceiptVerifier(
      anchors: try TrustAnchors.apple.adding(fileContents: TestPKI.standard.rootCertificate))
  }
}
