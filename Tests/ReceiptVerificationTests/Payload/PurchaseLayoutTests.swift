import Testing

@testable import ReceiptForge
@testable import ReceiptVerification

@Suite("Purchases that are laid out alike")
struct PurchaseLayoutTests {
  /// Purchases that differ in values of the same length, in lengths, in what is there, and in octets
  /// that no value should have.
  private static func purchase(_ noise: inout SplitMix64) -> PurchaseDraft {
    let id = String(310_001_200_000_001 + noise.below(1_000))
    let days = ["2019-04-01", "2019-04-02", "2019-13-01", "2021-02-29"]
    var draft = PurchaseDraft.subscription(
      ["com.example.meadow.monthly", "com.example.meadow.yearly!", "com.example.gems"][
        noise.below(3)], transactionID: id, original: "310001200000001",
      lineItem: Int64(310_000_500_000_001 + noise.below(1_000)),
      from: days[noise.below(days.count)] + "T09:00:00Z", until: "2019-05-01T09:00:00Z")
    if noise.below(4) == 0 { draft.isTrialPeriod = true }
    if noise.below(4) == 0 { draft.expiresDate = "" }
    switch noise.below(8) {
    case 0:
      draft.edits.replaced = [
        PayloadAttribute(AttributeType.transactionID, raw: [0x0C, 0x0F] + noise.bytes(15))
      ]
    case 1:
      draft.edits.replaced = [
        PayloadAttribute(AttributeType.quantity, version: 2, raw: [0x02, 0x01, 0x01])
      ]
    case 2: draft.edits.removed = [AttributeType.originalTransactionID]
    case 3: draft.edits.added = [.integer(AttributeType.quantity, 2)]
    case 4: draft.edits.replaced = [.integer(AttributeType.productType, Int64(noise.below(7)))]
    default: break
    }
    return draft
  }

  private static func read(_ purchases: [PurchaseDraft]) throws -> [InAppPurchase] {
    var draft = ReceiptDraft.sample
    draft.purchases = purchases
    draft.isSorted = false
    let payload = try draft.payload()
    var receipt = AppReceipt()
    var log = ObservationLog()
    _ = try PayloadReader(payload.span, into: &receipt, &log)
    return receipt.purchases
  }

  @Test("a purchase reads alike, whatever stands before it")
  func independence() throws {
    var noise = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let drafts = (0..<8).map { _ in Self.purchase(&noise) }
      let together = try Self.read(drafts)
      let alone = try drafts.flatMap { try Self.read([$0]) }
      #expect(together == alone)
    }
  }

  @Test("what is unusual in a later purchase is told, with its place")
  func observations() throws {
    var draft = ReceiptDraft.sample
    var purchase = PurchaseDraft.consumable(
      "com.example.gems", transactionID: "310001200000001", at: "2023-05-01T08:30:00Z")
    draft.purchases = [purchase]
    purchase.transactionID = "310001200000002"
    purchase.productID = "com.example.gem\u{0}"
    draft.purchases.append(purchase)
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(
      verification.receipt?.purchases.map(\.productID) == [
        "com.example.gems", #"com.example.gem\x00"#,
      ])
    #expect(verification.observations.map(\.check) == ["unclean-text"])
    #expect(verification.observations.first?.evidence["purchase"] == "1")
  }
}
