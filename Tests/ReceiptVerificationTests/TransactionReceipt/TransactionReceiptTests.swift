import OpenSSL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("iOS 6 transaction receipts")
struct TransactionReceiptTests {
  /// The root is trusted, the intermediates are at hand.
  static let verifier: ReceiptVerifier = {
    var anchors = try! TrustAnchors.apple.adding(fileContents: Minted.pki.rootCertificate)
    anchors = try! anchors.addingIntermediates(
      fileContents: Minted.pki.purchaseIntermediate.certificate)
    anchors = try! anchors.addingIntermediates(
      fileContents: Minted.pki.chain(.sha1Second).intermediate.certificate)
    return ReceiptVerifier(anchors: anchors)
  }()

  static let kinds = ReceiptKind.all.filter { $0.name.hasPrefix("transaction-receipt") }

  private func receipt(_ verification: Verification) throws -> TransactionReceipt {
    guard case .transactionReceipt(let receipt) = verification.document else {
      throw Missing()
    }
    return receipt
  }

  private struct Missing: Error {}

  @Test(
    "get the verdict of their whole truth where intermediates are at hand",
    arguments: kinds.map(\.name))
  func truth(_ name: String) throws {
    let kind = try #require(ReceiptKind.named(name))
    let verification = Self.verifier.verify(try kind.mint(Minted.pki))
    #expect(verification.reason == kind.completeTruth.reason)
    #expect(verification.format == .transactionReceipt)
    let observed = verification.observations.map(\.rule.rawValue)
    let expected = kind.completeTruth.expectedFindings.filter { !$0.hasSuffix("-receipt") }
    #expect(observed.isEmpty == expected.isEmpty, "\(observed)")
  }

  @Test("a missing intermediate is said, and is no forgery")
  func missingIntermediate() throws {
    let verification = Minted.verifier.verify(try Minted.pki.mint(TransactionReceiptDraft()))
    #expect(verification.reason == .intermediateNotAvailable)
    #expect(verification.verdict == .untrusted)
    #expect(verification.signature == .valid)
    #expect(verification.trust == .unknown)
  }

  @Test("the signed fields are read, and the weakness of key and digest is told")
  func fields() throws {
    let verification = Self.verifier.verify(try Minted.pki.mint(TransactionReceiptDraft()))
    #expect(verification.verdict == .genuine)
    #expect(verification.digest == .sha1)
    #expect(verification.signerKeyBits == 1024)
    #expect(verification.environment == .production)
    let receipt = try receipt(verification)
    #expect(receipt.bundleID == "com.example.meadow")
    #expect(receipt.appVersion == "1")
    #expect(receipt.appItemID == 6_443_100_001)
    #expect(receipt.versionExternalID == 857_123_456)
    #expect(receipt.deviceID == "dd0e33ebf56bb1f3ad4c2dbaa7a0b33ac68b0e85")
    #expect(receipt.vendorID == "3F27583E-3E39-4865-A9F2-98256C105CDF")
    #expect(receipt.unsigned.pod == "35")
    #expect(receipt.unsigned.environment == nil)
    let purchase = receipt.purchase
    #expect(purchase.productID == "com.example.meadow.monthly")
    #expect(purchase.transactionID == "350000123456789")
    #expect(purchase.originalTransactionID == "350000123456789")
    #expect(purchase.webOrderLineItemID == 350_000_087_654_321)
    #expect(purchase.productItemID == 1_028_950_797)
    #expect(purchase.quantity == 1)
    #expect(purchase.purchaseDate?.text == "2015-11-18T04:34:41Z")
    #expect(purchase.originalPurchaseDate?.text == "2015-11-18T04:34:41Z")
    #expect(purchase.expiresDate?.text == "2015-12-18T04:34:41Z")
    #expect(verification.purchases.map(\.isVerified) == [true])
  }

  @Test("version 3 is verified with SHA-1, and with SHA-256 should the store go over to it")
  func digests() throws {
    let signed = try Minted.pki.parts(.versionThree, digest: .sha256).encoded
    let verification = Self.verifier.verify(signed)
    #expect(verification.reason == .ok)
    #expect(verification.digest == .sha256)
    #expect(verification.signerKeyBits == 2048)
    // A signer of version 2 never signed with anything but SHA-1.
    let old = try Minted.pki.parts(TransactionReceiptDraft(), digest: .sha256).encoded
    #expect(Self.verifier.verify(old).reason == .payloadAltered)
  }

  @Test("the signed transaction id tells the environment, whatever stands beside the signature")
  func environment() throws {
    let sandbox = TransactionReceiptDraft(transactionID: "1000000180703127", lineItem: nil)
    #expect(Self.verifier.verify(try Minted.pki.mint(sandbox)).environment == .sandbox)
    var quiet = sandbox
    quiet.outer = []
    let verification = Self.verifier.verify(try Minted.pki.mint(quiet))
    #expect(verification.environment == .sandbox)
    #expect(verification.observations.isEmpty)
  }

  @Test("milliseconds are kept, and the spelled date serves where they are missing")
  func dates() throws {
    var draft = TransactionReceiptDraft(expiresDate: nil)
    draft.set("purchase-date-ms", "1447821281868")
    var verification = Self.verifier.verify(try Minted.pki.mint(draft))
    #expect(try receipt(verification).purchase.purchaseDate?.text == "2015-11-18T04:34:41.868000Z")
    draft.info.removeAll { $0.key == "purchase-date-ms" }
    verification = Self.verifier.verify(try Minted.pki.mint(draft))
    #expect(try receipt(verification).purchase.purchaseDate?.text == "2015-11-18T04:34:41Z")
    draft.set("purchase-date", "yesterday")
    #expect(Self.verifier.verify(try Minted.pki.mint(draft)).reason == .creationDateInvalid)
    draft.info.removeAll { $0.key.hasPrefix("purchase-date") }
    #expect(Self.verifier.verify(try Minted.pki.mint(draft)).reason == .creationDateMissing)
  }

  @Test("every prefix of a receipt ends in a reason of its own, never in a crash or a verdict")
  func prefixes() throws {
    let whole = try Minted.pki.parts(TransactionReceiptDraft()).propertyList
    // Before its first equals sign it could be anything.
    for length in stride(from: 20, to: whole.count, by: 7) {
      let verification = Self.verifier.verify(Array(whole.prefix(length)))
      #expect(verification.verdict == .corrupt, "\(length): \(verification.reason)")
    }
  }

  @Test("no changed octet of signature, certificate or signed part leaves a receipt genuine")
  func mutations() throws {
    let parts = try Minted.pki.parts(TransactionReceiptDraft())
    for index in stride(from: 0, to: parts.info.count, by: 11) {
      var changed = parts
      changed.info = Tampering.flippingBit(at: index, in: parts.info)
      #expect(Self.verifier.verify(changed.encoded).verdict != .genuine, "info \(index)")
    }
    let blob = try #require(parts.blob)
    for index in stride(from: 0, to: blob.count, by: 7) {
      var changed = parts
      changed.blob = Tampering.flippingBit(at: index, in: blob)
      #expect(Self.verifier.verify(changed.encoded).verdict != .genuine, "blob \(index)")
    }
  }

  @Test("a genuine one tells what it carried: its signer alone")
  func carried() throws {
    let verification = Self.verifier.verify(try Minted.pki.mint(TransactionReceiptDraft()))
    #expect(verification.certificates.map(\.role) == [.signer])
    #expect(verification.certificates.first?.sha256 == verification.signerSHA256)
  }
}
