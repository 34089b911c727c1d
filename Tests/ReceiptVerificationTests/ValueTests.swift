import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Values in receipts")
struct ValueTests {
  @Test("wide integers are read exactly")
  func wideIntegers() throws {
    let purchase = Minted.purchase {
      $0.productType = .autoRenewableSubscription
      $0.webOrderLineItemID = 370_000_123_456_789
      $0.quantity = 300
    }
    let read = try #require(
      try Minted.verify(ReceiptDraft(purchases: [purchase])).receipt?.purchases.first)
    #expect(read.webOrderLineItemID == 370_000_123_456_789)
    #expect(read.quantity == 300)
  }

  @Test(
    "integers that no attribute can hold leave the field empty and give a finding",
    arguments: [
      [0x02, 0x01, 0xFF], [0x02, 0x09, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], [0x02, 0x00], [],
      [0x0C, 0x01, 0x31],
    ] as [[UInt8]])
  func badIntegers(_ value: [UInt8]) throws {
    var purchase = Minted.purchase()
    purchase.edits.replaced = [PayloadAttribute(AttributeType.quantity, raw: value)]
    let verification = try Minted.verify(ReceiptDraft(purchases: [purchase]))
    #expect(verification.verdict == .genuine)
    #expect(verification.receipt?.purchases.first?.quantity == nil)
    #expect(verification.observations.map(\.check) == ["undecodable-value"])
    #expect(verification.receipt?.purchases.first?.otherAttributes.first?.value == value)
  }

  @Test("text with NUL or broken UTF-8 is escaped, and kept whole as bytes")
  func uncleanText() throws {
    for (octets, shown) in [
      (Array("a\0b".utf8), "a\\x00b"), ([0x61, 0xFF, 0x62], "a\\xffb"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), (Array("\\\0".utf8), "\\\\\\x00"),
    ] as [([UInt8], String)] {
      var purchase = Minted.purchase()
      let value = [0x0C, UInt8(octets.count)] + octets
      purchase.edits.replaced = [PayloadAttribute(AttributeType.productID, raw: value)]
      let verification = try Minted.verify(ReceiptDraft(purchases: [purchase]))
      let read = try #require(verification.receipt?.purchases.first)
      #expect(read.productID == shown)
      #expect(read.otherAttributes.map(\.value) == [value])
      #expect(verification.observations.map(\.check) == ["unclean-text"])
    }
  }

  @Test("a type met twice keeps its first value, and gives a finding")
  func twice() throws {
    var draft = ReceiptDraft.sample
    draft.edits.added = [.text(AttributeType.bundleID, "com.example.other")]
    draft.isSorted = false
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(verification.receipt?.bundleID == "com.example.meadow")
    #expect(
      verification.observations.map(\.check)
        == ["duplicate-attribute", "unsorted-payload", "unsorted-purchase"])
  }

  @Test("unknown types are kept raw and told")
  func unknown() throws {
    var draft = ReceiptDraft.sample
    draft.edits.added = [PayloadAttribute(4711, raw: [1, 2, 3])]
    let verification = try Minted.verify(draft)
    #expect(
      verification.receipt?.otherAttributes == [
        RawAttribute(type: 4711, version: 1, value: [1, 2, 3])
      ])
    #expect(verification.observations.map(\.rule) == [.unknownAttribute])
  }

  @Test("the device hash tells the device, whatever the digest of the signature")
  func deviceHash() throws {
    for era in [Era.sha1, .sha256] {
      var draft = ReceiptDraft.sample
      draft.creationDate = era == .sha1 ? "2019-05-01T00:00:00Z" : "2023-09-01T00:00:00Z"
      let receipt = try #require(
        Minted.verifier.verify(try Minted.pki.mint(draft, era: era)).receipt)
      #expect(receipt.deviceHashMatches(deviceID: draft.deviceID) == true)
      #expect(receipt.deviceHashMatches(deviceID: draft.deviceID.reversed()) == false)
    }
    var withoutHash = AppReceipt()
    withoutHash.opaqueValue = [1]
    #expect(withoutHash.deviceHashMatches(deviceID: [1]) == nil)
  }
}
