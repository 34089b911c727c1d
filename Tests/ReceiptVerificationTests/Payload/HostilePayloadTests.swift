import Testing

@testable import ReceiptForge
@testable import ReceiptVerification

@Suite("Payloads that nobody would write")
struct HostilePayloadTests {
  @Test("types beyond any number, negative or unknown are kept as octets")
  func types() throws {
    for (type, read) in [
      ([0x02, 0x01, 0xFB], -5), ([0x02, 0x08, 0x7F, 1, 2, 3, 4, 5, 6, 7], 0x7F01_0203_0405_0607),
      ([0x02, 0x09, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], -1),
    ] as [([UInt8], Int64)] {
      let verification = try Self.verify(adding: type + [0x02, 0x01, 0x01, 0x04, 0x01, 0xAA])
      #expect(verification.verdict == .genuine)
      #expect(
        verification.receipt?.otherAttributes
          == [RawAttribute(type: read, version: 1, value: [0xAA])])
      #expect(verification.observations.contains { $0.check == "unknown-type" })
      let isRegular = type.count < 11
      #expect(verification.observations.contains { $0.check == "irregular-attribute" } != isRegular)
    }
  }

  @Test("a known attribute of another version is kept as octets, and its field stays empty")
  func versions() throws {
    for version in [0, 2, -1, 300] as [Int64] {
      var draft = ReceiptDraft.sample
      draft.edits.replaced = [
        PayloadAttribute(
          AttributeType.ageRating, version: version, raw: [0x16, 0x02, 0x34, 0x2B])
      ]
      let verification = try Minted.verify(draft)
      #expect(verification.verdict == .genuine)
      #expect(verification.receipt?.ageRating == nil)
      #expect(verification.observations.map(\.check) == ["attribute-version"])
      #expect(verification.observations.map(\.rule) == [.implausibleContent])
      #expect(verification.receipt?.otherAttributes.map(\.version) == [version])
    }
    var dated = ReceiptDraft.sample
    dated.edits.replaced = [
      PayloadAttribute(
        AttributeType.creationDate, version: 2,
        raw: ASN1Writer.encode { $0.ia5String("2023-06-01T10:00:00Z") })
    ]
    let verification = try Minted.verify(dated)
    #expect(verification.verdict == .genuine, "the date that decides is read all the same")
    #expect(verification.observations.map(\.check) == ["attribute-version"])
  }

  @Test("a fourth element of an attribute is told and ignored")
  func surplusElement() throws {
    let verification = try Self.verify(
      adding: [0x02, 0x02, 0x12, 0x34, 0x02, 0x01, 0x01, 0x04, 0x00, 0x05, 0x00])
    #expect(verification.verdict == .genuine)
    #expect(verification.observations.contains { $0.check == "irregular-attribute" })
  }

  @Test("a value of another kind than its attribute's leaves the field empty")
  func otherKinds() throws {
    let integer: [UInt8] = [0x02, 0x01, 0x07]
    for (type, value) in [
      (AttributeType.appVersion, integer), (AttributeType.ageRating, [0x30, 0x00]),
      (AttributeType.issueDate, integer), (AttributeType.appItemID, [0x0C, 0x01, 0x37]),
      (AttributeType.platformCode, [0x02, 0x02, 0x00]), (AttributeType.toolVersion, [0x04, 0x00]),
    ] as [(Int64, [UInt8])] {
      var draft = ReceiptDraft.sample
      draft.edits.replaced = [PayloadAttribute(type, raw: value)]
      let verification = try Minted.verify(draft)
      #expect(verification.verdict == .genuine)
      #expect(verification.observations.map(\.check) == ["undecodable-value"], "\(type)")
      #expect(verification.observations.first?.evidence["attribute"] == String(type))
      #expect(verification.receipt?.otherAttributes.map(\.value) == [value])
    }
  }

  @Test("a purchase that is no set of attributes is kept as octets, and the others are read")
  func brokenPurchase() throws {
    for value in [[], [0x31, 0x05, 0x30], [0x0C, 0x01, 0x41], [0x31, 0x02, 0x05, 0x00]] as [[UInt8]]
    {
      var draft = ReceiptDraft.sample
      draft.edits.added = [PayloadAttribute(AttributeType.inAppPurchase, raw: value)]
      let verification = try Minted.verify(draft)
      #expect(verification.verdict == .genuine)
      #expect(verification.receipt?.purchases.count == 5)
      #expect(verification.observations.map(\.check) == ["undecodable-value"])
    }
  }

  @Test("purchases may repeat; any other type that does keeps its first value")
  func repeatedTypes() throws {
    var draft = ReceiptDraft.sample
    let other = PayloadAttribute.text(AttributeType.bundleID, "com.example.zzzzzz")
    draft.edits.added = [other, other]
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(verification.receipt?.bundleID == "com.example.meadow")
    #expect(verification.receipt?.purchases.count == 5)
    #expect(
      verification.observations.map(\.check) == ["duplicate-attribute", "duplicate-attribute"])
    #expect(
      verification.receipt?.otherAttributes.map(\.type)
        == [AttributeType.bundleID, AttributeType.bundleID])
  }

  @Test("text that reads otherwise than it is written is kept as it is written")
  func deceptiveText() throws {
    for text in [
      "com.example.\u{202E}meg", "=HYPERLINK(\"http://x\")", "<script>alert(1)</script>",
      "\u{1B}[2J", "a\r\nb", "p\u{0430}ypal", "\u{FEFF}x",
    ] {
      let verification = try Minted.verify(
        ReceiptDraft(purchases: [Minted.purchase { $0.productID = text }]))
      #expect(verification.verdict == .genuine)
      let read = verification.receipt?.purchases.first?.productID
      #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test("a payload cut anywhere and sealed again is corrupt or short, and never crashes")
  func truncatedPayload() throws {
    var container = try Minted.pki.container(for: .sample, era: .sha256)
    let payload = container.payload
    for count in stride(from: 0, to: payload.count, by: 3) {
      container.payload = Array(payload.prefix(count))
      let verification = Minted.verifier.verify(try container.encoded())
      #expect(verification.verdict == .corrupt, "\(count)")
    }
  }

  /// The sample with one attribute more, given by the content of its SEQUENCE.
  private static func verify(adding content: [UInt8]) throws -> Verification {
    var container = try Minted.pki.container(for: .sample, era: .sha256)
    let more = [0x30, UInt8(content.count)] + content
    var reader = EncodingReader(0..<container.payload.count, .distinguished)
    let set = try reader.next(container.payload.span)
    let elements = Array(container.payload[set.content]) + more
    container.payload = ASN1Writer.encode { $0.primitive(Tag.set, elements) }
    return Minted.verifier.verify(try container.encoded())
  }
}
