import ReceiptForge
import ReceiptVerification
import Testing

@testable import ReceiptVerification

@Suite("Forgeries that are known by name")
struct KnownForgeryTests {
  private static let uuid = "E0DFD3CC-15E2-4BC3-A15F-B03EBD95B59C"

  @Test("an invented transaction id is a known forgery unless the receipt is signed")
  func inventedID() throws {
    for (id, check) in [
      (Self.uuid, "transaction-id-not-decimal"),
      ("com.urus.iap.30744321", "invented-transaction-id"),
    ] {
      let draft = ReceiptDraft(purchases: [
        Minted.purchase {
          $0.transactionID = id
          $0.originalTransactionID = "310001200000042"
        }
      ])
      let forged = Minted.verifier.verify(try TestPKI.foreign.mint(draft))
      #expect(forged.verdict == .forged)
      #expect(forged.observations.map(\.rule) == [.knownForgery])
      let found = try #require(forged.observations.first)
      #expect(found.check == check)
      #expect(found.evidence["transaction_id"] == id)
      #expect(found.evidence["product_id"] == "com.example.gem")
      #expect(found.evidence["known_as"] == (id == Self.uuid ? nil : "urus"))

      let signed = try Minted.verify(draft)
      #expect(signed.verdict == .genuine)
      #expect(signed.observations.map(\.rule) == [.implausibleContent])
      #expect(signed.observations.map(\.check) == ["transaction-id-not-decimal"])
    }
  }

  @Test("a receipt that is only out of its signer's time is signed all the same")
  func untrusted() throws {
    let draft = ReceiptDraft(
      creationDate: "2024-11-01T00:00:00Z",
      purchases: [Minted.purchase { $0.transactionID = Self.uuid }])
    let receipt = try Minted.pki.mint(draft, chain: Minted.pki.chain(.sha256First))
    let verification = Minted.verifier.verify(receipt)
    #expect(verification.verdict == .untrusted)
    #expect(!verification.observations.contains { $0.rule == .knownForgery })
  }

  @Test("the purchase that is replayed since 2012 is known by its id, whoever signed the receipt")
  func cannedPurchase() throws {
    let canned = try #require(KnownForgeries.cannedPurchases.first)
    let draft = ReceiptDraft(purchases: [
      Minted.purchase(),
      Minted.purchase {
        $0.productID = canned.productID
        $0.transactionID = String(canned.transactionID)
      },
    ])
    let signed = try Minted.verify(draft)
    #expect(signed.verdict == .genuine)
    let known = signed.observations.filter { $0.rule == .knownForgery }
    #expect(known.map(\.check) == ["canned-transaction"])
    #expect(known.first?.evidence["known_as"] == canned.name)

    let forged = Minted.verifier.verify(try TestPKI.foreign.mint(draft))
    #expect(
      forged.observations.filter { $0.rule == .knownForgery }.map(\.check)
        == ["canned-product", "canned-transaction"])

    // Its product belongs to a real app, whose genuine receipts carry it rightly.
    let owner = try Minted.verify(
      ReceiptDraft(purchases: [Minted.purchase { $0.productID = canned.productID }]))
    #expect(owner.observations == [])
  }

  @Test("forged receipts with ids like the store's are forged, and nothing known besides")
  func unknown() throws {
    let forged = Minted.verifier.verify(try TestPKI.foreign.mint(.sample))
    #expect(forged.verdict == .forged)
    #expect(forged.observations == [])
  }
}
