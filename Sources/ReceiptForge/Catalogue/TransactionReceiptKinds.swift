import OpenSSL
import ReceiptVerification

extension ReceiptKind {
  /// iOS 6 receipts of one purchase. Their intermediate is never embedded.
  static let transactionReceiptKinds: [ReceiptKind] = [
    ReceiptKind(
      "transaction-receipt", "an iOS 6 receipt, signed with a key of 1024 bits",
      .intermediateNotAvailable, complete: .ok
    ) { pki, _ in try pki.mint(TransactionReceiptDraft()) },
    ReceiptKind(
      "transaction-receipt-v3", "an iOS 6 receipt under the signer of app receipts",
      .intermediateNotAvailable, complete: .ok
    ) { pki, _ in try pki.mint(.versionThree) },
    ReceiptKind(
      "transaction-receipt-outer-edited", "the unsigned pod of an iOS 6 receipt changed",
      .intermediateNotAvailable, complete: .ok, findings: ["implausible-content"]
    ) { pki, _ in
      var draft = TransactionReceiptDraft()
      draft.outer = [.init("environment", "Sandbox"), .init("pod", "100")]
      return try pki.mint(draft)
    },
    ReceiptKind(
      "transaction-receipt-altered", "another product in a signed iOS 6 receipt",
      .intermediateNotAvailable, complete: .payloadAltered
    ) { pki, _ in
      var parts = try pki.parts(TransactionReceiptDraft())
      parts.info = Tampering.replacing("monthly", with: "yearly!", in: parts.info) ?? []
      return parts.encoded
    },
    ReceiptKind(
      "transaction-receipt-late", "bought after the signer of iOS 6 receipts had expired",
      .intermediateNotAvailable, complete: .signerExpiredAtCreation
    ) { pki, _ in
      try pki.mint(
        TransactionReceiptDraft(purchaseDate: "2017-01-02T03:04:05Z", expiresDate: nil))
    },
    ReceiptKind(
      "transaction-receipt-wrong-leaf", "a leaf of the right issuer that is not for purchases",
      .intermediateNotAvailable, complete: .leafMarkerMissing
    ) { pki, _ in
      let leaf = try pki.purchaseChain { $0.markers = [] }.leaf
      return try pki.parts(TransactionReceiptDraft(), signer: leaf).encoded
    },
    ReceiptKind(
      "transaction-receipt-wrong-issuer", "a leaf for purchases that another intermediate issued",
      .intermediateNotAvailable, complete: .intermediateMarkerMissing
    ) { pki, _ in
      let leaf = try pki.purchaseLeaf(issuedBy: pki.chain(.sha1Second).intermediate)
      return try pki.parts(TransactionReceiptDraft(), signer: leaf).encoded
    },
    ReceiptKind(
      "transaction-receipt-self-signed", "a leaf for purchases that vouches for itself",
      .untrustedRoot
    ) { pki, _ in
      let leaf = try TestPKI.selfSignedPurchaseLeaf()
      return try pki.parts(TransactionReceiptDraft(), signer: leaf).encoded
    },
    ReceiptKind("transaction-receipt-unsigned", "an iOS 6 receipt without signature", .noSigner) {
      pki, _ in
      var parts = try pki.parts(TransactionReceiptDraft())
      parts.blob = nil
      return parts.encoded
    },
    ReceiptKind(
      "transaction-receipt-key-twice", "an iOS 6 receipt with two signed parts", .malformed
    ) { pki, _ in
      let parts = try pki.parts(TransactionReceiptDraft())
      var twice = parts
      twice.outer.append(.init("purchase-info", String(decoding: parts.encoded, as: UTF8.self)))
      return twice.encoded
    },
    ReceiptKind(
      "transaction-receipt-nested", "dictionaries in dictionaries, 25,000 deep", .malformed
    ) { _, _ in Array(String(repeating: "{ \"a\" = ", count: 25_000).utf8) },
    ReceiptKind("transaction-receipt-truncated", "half of an iOS 6 receipt", .truncated) { pki, _ in
      let whole = try pki.mint(TransactionReceiptDraft())
      return Array(whole.prefix(whole.count / 8 * 4))
    },
  ]
}

extension TransactionReceiptDraft {
  /// As signed after 2016, by the signer of app receipts.
  public static let versionThree = TransactionReceiptDraft(
    transactionID: "350000223456789", lineItem: "350000097654321",
    purchaseDate: "2023-03-18T04:34:41Z", expiresDate: "2023-04-18T04:34:41Z", version: 3)
}
