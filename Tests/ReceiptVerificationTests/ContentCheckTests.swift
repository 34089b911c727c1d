import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Content that contradicts itself")
struct ContentCheckTests {
  private static let created = "2023-06-01T10:00:00Z"

  /// What is wrong with a purchase, and the check that says so.
  private static let impossible: [(String, @Sendable (inout PurchaseDraft) -> Void)] = [
    (
      "expires-before-purchase",
      { $0 = subscription(from: "2023-05-01T00:00:00Z", until: "2023-04-30T00:00:00Z") }
    ),
    (
      "absurd-expiry",
      { $0 = subscription(from: "2023-05-01T00:00:00Z", until: "2099-01-01T00:00:00Z") }
    ),
    ("bought-after-creation", { $0.purchaseDate = "2023-06-02T00:00:00Z" }),
    ("originally-after-creation", { $0.originalPurchaseDate = "2023-06-02T00:00:00Z" }),
    ("cancelled-before-purchase", { $0.cancellationDate = "2023-04-01T00:00:00Z" }),
    ("cancelled-after-creation", { $0.cancellationDate = "2023-07-01T00:00:00Z" }),
    ("quantity", { $0.quantity = 3 }),
    ("expiry-without-subscription", { $0.expiresDate = "2023-05-30T00:00:00Z" }),
    ("line-item-without-subscription", { $0.webOrderLineItemID = 310_000_500_000_009 }),
    ("transaction-id-not-decimal", { $0.transactionID = "E0DFD3CC-15E2-4BC3-A15F-B03EBD95B59C" }),
    (
      "shard-of-other-environment",
      {
        $0.transactionID = "1000000609172863"
        $0.originalTransactionID = "1000000609172863"
      }
    ),
    ("shard-differs", { $0.originalTransactionID = "320001200000042" }),
    ("original-after-transaction", { $0.originalTransactionID = "310001200000099" }),
  ]

  @Test(
    "each impossible purchase is told, and the signature still decides",
    arguments: impossible.indices)
  func impossiblePurchases(_ index: Int) throws {
    let (check, edit) = Self.impossible[index]
    let verification = try Minted.verify(
      ReceiptDraft(creationDate: Self.created, purchases: [Minted.purchase(edit)]))
    #expect(verification.verdict == .genuine)
    #expect(verification.observations.map(\.check).contains(check))
    #expect(verification.observations.allSatisfy { $0.rule == .implausibleContent })
  }

  @Test("a transaction or a line item twice in one receipt is told")
  func repetitions() throws {
    let twice = try Minted.verify(
      ReceiptDraft(
        creationDate: Self.created,
        purchases: [Minted.purchase(), Minted.purchase { $0.productID += "2" }]))
    #expect(twice.observations.map(\.check) == ["repeated-transaction"])
  }

  @Test("what looks wrong and is normal stays silent")
  func normal() throws {
    var draft = ReceiptDraft(creationDate: Self.created)
    draft.purchases = [
      // Original purchase after purchase; bought before the app; ids out of order.
      Minted.purchase {
        $0.purchaseDate = "2019-05-01T00:00:00Z"
        $0.originalPurchaseDate = "2019-05-02T00:00:00Z"
      },
      Minted.purchase {
        $0.transactionID = "310001200000007"
        $0.purchaseDate = "2023-05-30T00:00:00Z"
      },
      // Overlapping periods of a lineage whose first row is missing.
      Self.subscription(
        id: "310001200000052", item: 310_000_500_000_052, from: "2023-05-01T00:00:00Z",
        until: "2023-06-01T00:00:00Z"),
      Self.subscription(
        id: "310001200000053", item: 310_000_500_000_053, from: "2023-05-20T00:00:00Z",
        until: "2024-05-20T00:00:00Z"),
      // A renewal charged some hours before it begins.
      Self.subscription(
        id: "310001200000054", item: 310_000_500_000_054, from: "2023-06-02T00:00:00Z",
        until: "2023-07-02T00:00:00Z"),
    ]
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(verification.observations == [])
  }

  @Test("dates of the receipt itself must agree")
  func receiptDates() throws {
    for (check, edit) in [
      (
        "issued-after-creation",
        { (draft: inout ReceiptDraft) in draft.issueDate = "2023-06-02T00:00:00Z" }
      ),
      ("app-bought-after-creation", { $0.originalPurchaseDate = "2023-06-03T00:00:00Z" }),
      ("production-without-store-id", { $0.appItemID = 0 }),
    ] as [(String, (inout ReceiptDraft) -> Void)] {
      var draft = ReceiptDraft(creationDate: Self.created)
      edit(&draft)
      #expect(try Minted.verify(draft).observations.map(\.check).contains(check))
    }
    var sandbox = ReceiptDraft(store: .sandbox, creationDate: Self.created)
    #expect(try Minted.verify(sandbox).observations == [])
    sandbox.downloadID = 500_812_345_678_901_234
    #expect(try Minted.verify(sandbox).observations.map(\.check) == ["sandbox-with-store-id"])
  }

  private static func subscription(
    id: String = "310001200000051", item: Int64 = 310_000_500_000_051, from: String, until: String
  ) -> PurchaseDraft {
    .subscription(
      "com.example.monthly", transactionID: id, original: "310001200000006", lineItem: item,
      from: from, until: until)
  }
}
