import ReceiptForge
import Testing

@testable import ReceiptVerification

@Suite("What every receipt of a store has had in common")
struct ConsistencyTests {
  private static let created = "2023-06-01T10:00:00Z"

  /// What is changed in a production receipt with one subscription, and the check that tells.
  private static let production: [(String, @Sendable (inout ReceiptDraft) -> Void)] = [
    ("production-without-store-id", { $0.appItemID = 0 }),
    ("production-without-store-id", { $0.developerID = 0 }),
    ("production-without-store-id", { $0.versionExternalID = 0 }),
    ("production-without-store-id", { $0.purchases[0].productItemID = 0 }),
    ("subscription-without-line-item", { $0.purchases[0].webOrderLineItemID = 0 }),
    (
      "intro-offer-without-subscription",
      {
        $0.purchases[0] = Minted.purchase()
        $0.purchases[0].edits.added = [.integer(AttributeType.isInIntroOfferPeriod, 1)]
      }
    ),
    ("missing-attributes", { $0.edits.removed = [AttributeType.ageRating] }),
    ("missing-attributes", { $0.purchases[0].edits.removed = [AttributeType.productItemID] }),
    (
      "opaque-value-length",
      {
        $0.edits.replaced = [
          PayloadAttribute(AttributeType.opaqueValue, version: 2, raw: [1, 2, 3, 4, 5, 6, 7, 8])
        ]
      }
    ),
    (
      "device-hash-length",
      { $0.edits.replaced = [PayloadAttribute(AttributeType.deviceHash, raw: [1, 2, 3, 4, 5])] }
    ),
    ("app-bought-after-issue", { $0.issueDate = "2019-01-01T00:00:00Z" }),
  ]

  @Test(
    "each deviation of a production receipt is told, and does not change its verdict",
    arguments: production.indices)
  func productionReceipt(_ index: Int) throws {
    let (check, edit) = Self.production[index]
    var draft = ReceiptDraft(creationDate: Self.created, purchases: [Self.subscription()])
    #expect(try Minted.verify(draft).observations == [])
    edit(&draft)
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(verification.observations.map(\.rule) == [.implausibleContent])
    #expect(verification.observations.map(\.check) == [check])
  }

  private static let sandbox: [(String, @Sendable (inout ReceiptDraft) -> Void)] = [
    ("sandbox-with-store-id", { $0.appItemID = 6_443_100_001 }),
    ("sandbox-with-store-id", { $0.developerID = 118_200_345 }),
    ("sandbox-with-store-id", { $0.downloadID = 500_812_345_678_901_234 }),
    ("sandbox-with-store-id", { $0.versionExternalID = 857_123_456 }),
    ("sandbox-with-store-id", { $0.purchases[0].productItemID = 1_187_000_001 }),
    ("sandbox-with-history", { $0.issueDate = created }),
    ("sandbox-with-history", { $0.originalPurchaseDate = "2020-03-14T15:09:26Z" }),
    ("sandbox-with-history", { $0.originalAppVersion = "301" }),
    ("shard-of-other-environment", { $0.purchases[0].transactionID = "310001200000042" }),
  ]

  @Test("each deviation of a sandbox receipt is told", arguments: sandbox.indices)
  func sandboxReceipt(_ index: Int) throws {
    let (check, edit) = Self.sandbox[index]
    var purchase = Minted.purchase { $0.transactionID = "2000000609172863" }
    purchase.productItemID = 0
    var draft = ReceiptDraft(store: .sandbox, creationDate: Self.created, purchases: [purchase])
    #expect(try Minted.verify(draft).observations == [])
    edit(&draft)
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(verification.observations.map(\.check) == [check])
  }

  @Test("sets out of DER's order are told, the receipt's and a purchase's apart")
  func order() throws {
    var draft = ReceiptDraft.sample
    draft.isSorted = false
    let checks = try Minted.verify(draft).observations.map(\.check)
    #expect(checks == ["unsorted-payload", "unsorted-purchase"])
    // Xcode writes by type; nothing is told of it.
    let xcode = Minted.verifier.verify(
      try Minted.pki.mint(.xcodeSample(bundleID: "com.example.meadow")))
    #expect(xcode.verdict == .test)
    #expect(xcode.observations == [])
  }

  @Test("volume purchases are not held against receipts of another kind")
  func volumePurchase() throws {
    var draft = ReceiptDraft.sample
    draft.receiptType = "ProductionVPP"
    draft.developerID = 0
    draft.edits.removed = [AttributeType.originalAppVersion]
    #expect(try Minted.verify(draft).observations == [])
  }

  @Test("the digest must fit its time, under Apple's own anchors only")
  func era() throws {
    for (created, digest, isTold) in [
      ("2025-01-23T23:59:59Z", DigestAlgorithm.sha1, false),
      ("2025-01-24T00:00:00Z", .sha1, true),
      ("2022-09-01T23:59:59Z", .sha256, true),
      ("2022-09-02T00:00:00Z", .sha256, false),
    ] {
      let draft = ReceiptDraft(creationDate: created)
      let payload = try draft.payload()
      var log = ObservationLog()
      var receipt = AppReceipt()
      let shape = try PayloadReader(payload.span, into: &receipt, &log).shape
      for isAppleAnchored in [true, false] {
        var log = ObservationLog()
        ReceiptChecks.run(
          receipt, shape, digest: digest, isAppleAnchored: isAppleAnchored, isSigned: true, &log)
        let expected = isTold && isAppleAnchored ? ["digest-era"] : []
        #expect(log.entries.map(\.check) == expected, "\(created)")
      }
    }
  }

  @Test("what a forged receipt contradicts itself in is told as well")
  func forged() throws {
    var draft = ReceiptDraft(creationDate: Self.created, purchases: [Self.subscription()])
    draft.purchases[0].expiresDate = "2099-01-01T00:00:00Z"
    let verification = Minted.verifier.verify(try TestPKI.foreign.mint(draft))
    #expect(verification.verdict == .forged)
    #expect(verification.observations.map(\.check) == ["absurd-expiry"])
  }

  private static func subscription() -> PurchaseDraft {
    .subscription(
      "com.example.monthly", transactionID: "310001200000051", lineItem: 310_000_500_000_051,
      from: "2023-05-01T00:00:00Z", until: "2023-06-01T00:00:00Z")
  }
}
