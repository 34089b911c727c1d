import ReceiptForge
import ReceiptVerification

/// Verifiers that trust the test hierarchy, and short ways to judge what it minted.
enum Minted {
  // A test PKI that cannot be made leaves no test to run.
  static let pki = try! TestPKI.standard

  static let verifier: ReceiptVerifier = {
    let anchors = try! TrustAnchors.apple.adding(fileContents: Array(pki.rootPEM.utf8))
    return ReceiptVerifier(anchors: anchors)
  }()

  static func verify(_ draft: ReceiptDraft) throws -> Verification {
    verifier.verify(try pki.mint(draft))
  }

  static func purchase(_ edit: (inout PurchaseDraft) -> Void = { _ in }) -> PurchaseDraft {
    var purchase = PurchaseDraft(productID: "com.example.gem", transactionID: "310001200000042")
    edit(&purchase)
    return purchase
  }
}
