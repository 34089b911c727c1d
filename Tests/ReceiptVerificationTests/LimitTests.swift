import OpenSSL
import Testing

@testable import ReceiptForge
@testable import ReceiptVerification

@Suite("What one receipt may cost")
struct LimitTests {
  @Test("a value of more octets than a receipt can have is refused unread")
  func inputSize() {
    let size = Limits.inputSize
    let content = size - 6
    let lengths = (0..<4).map { UInt8(truncatingIfNeeded: content >> (8 * (3 - $0))) }
    var stored = [0x30, 0x84] + lengths + [UInt8](repeating: 0, count: content)
    #expect(Minted.verifier.verify(stored).reason == .notAReceipt)
    stored.append(0)
    let verification = Minted.verifier.verify(stored)
    #expect(verification.reason == .limitExceeded)
    #expect(verification.verdict == .corrupt)
    let zeros = [UInt8](repeating: 0, count: 50_000_000)
    #expect(Minted.verifier.verify(zeros).reason == .limitExceeded)
  }

  @Test("a length beyond the data is missing data up to the largest receipt, an attack above")
  func claimedLength() {
    func claiming(_ length: Int) -> [UInt8] {
      [0x30, 0x84] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * (3 - $0))) } + [6, 9]
    }
    #expect(Minted.verifier.verify(claiming(Limits.inputSize)).reason == .truncated)
    #expect(Minted.verifier.verify(claiming(Limits.inputSize + 1)).reason == .limitExceeded)
    #expect(Minted.verifier.verify([0x30, 0x85, 0, 0, 0, 0, 1, 6]).reason == .limitExceeded)
    #expect(
      Minted.verifier.verify([0x30, 0xFF] + Array(repeating: 1, count: 200)).verdict == .corrupt)
  }

  @Test("segments are joined to a depth, and no deeper")
  func nesting() throws {
    func joined(_ depth: Int) -> Result<Int, DecodingFailure> {
      let bytes = (0..<depth).reduce([0x04, 0x01, 0x55] as [UInt8]) { inner, _ in
        [0x24, UInt8(inner.count)] + inner
      }
      return Result { () throws(DecodingFailure) in
        try Container.joinedSegments(0..<bytes.count, bytes.span).count
      }
    }
    #expect(try joined(Limits.nesting - 1).get() == 1)
    #expect(throws: DecodingFailure.malformed) { try joined(Limits.nesting).get() }
  }

  @Test("certificates are decoded up to a number and a size")
  func certificates() throws {
    let strays = try TestPKI.foreign.rootCertificate
    for (extra, reason) in [
      (Limits.certificates - 3, Reason.ok), (Limits.certificates - 2, .limitExceeded),
    ] {
      let receipt = try Minted.pki.container(.sample) {
        $0.certificates += [[UInt8]](repeating: strays, count: extra)
      }
      #expect(Minted.verifier.verify(receipt).reason == reason)
    }
    let many = try Minted.pki.container(.sample) {
      $0.certificates += [[UInt8]](repeating: [0x30, 0x00], count: 100_000)
    }
    #expect(Minted.verifier.verify(many).reason == .limitExceeded)
    for (more, reason) in [(0, Reason.ok), (1, .limitExceeded)] {
      let receipt = try Minted.pki.container(.sample) { container in
        let used = container.certificates.reduce(0) { $0 + $1.count }
        let first = try Self.certificate(extensionOctets: 40_000).count
        let octets = 40_000 + Limits.certificateBytes - used - first + more
        container.certificates.append(try Self.certificate(extensionOctets: octets))
      }
      #expect(Minted.verifier.verify(receipt).reason == reason, "\(more)")
    }
  }

  /// A certificate that no chain needs, as large as it is wanted.
  private static func certificate(extensionOctets: Int) throws -> [UInt8] {
    var template = Minted.pki.leafTemplate(.sha256First)
    template.serial = [0x4C]
    template.extensions = [
      CertificateExtension(
        "1.2.840.113635.100.6.99", value: [UInt8](repeating: 0, count: extensionOctets))
    ]
    return try TestPKI.foreign.root.issue(template, key: TestPKI.otherKey).certificate
  }

  @Test("signers are counted up to a number")
  func signers() throws {
    for (count, reason) in [
      (Limits.signers, Reason.multipleSigners), (Limits.signers + 1, .limitExceeded),
    ] {
      let receipt = try Minted.pki.container(.sample) {
        $0.signers = [ReceiptSigner](repeating: $0.signers[0], count: count)
      }
      #expect(Minted.verifier.verify(receipt).reason == reason)
    }
  }

  @Test("an object identifier of a megabyte is not looked at")
  func identifiers() throws {
    let long = "1.2" + String(repeating: ".1", count: 1_000_000)
    for (name, change) in [
      ("digest", { $0.signers[0].digestOID = long }),
      ("signature", { $0.signers[0].signatureOID = long }),
      ("container", { $0.containerType = long }), ("content", { $0.contentType = long }),
    ] as [(String, (inout ReceiptContainer) -> Void)] {
      let receipt = try Minted.pki.container(.sample, changedBy: change)
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == .limitExceeded, "\(name)")
      #expect(verification.verdict == .corrupt)
    }
    let fitting = "1.2" + String(repeating: ".1", count: Limits.identifierBytes - 1)
    let receipt = try Minted.pki.container(.sample) { $0.signers[0].digestOID = fitting }
    #expect(Minted.verifier.verify(receipt).reason == .digestNotAllowed)
  }

  @Test("attributes are read up to a number, purchases counted as one")
  func attributes() throws {
    for (count, reason) in [
      (Limits.attributes, Reason.ok), (Limits.attributes + 1, .limitExceeded),
    ] {
      var container = try Minted.pki.container(for: .sample, era: .sha256)
      let date = PayloadAttribute.date(AttributeType.creationDate, "2023-06-01T10:00:00Z").encoded
      let others = (1..<count).map { PayloadAttribute(100_000 + Int64($0), raw: []).encoded }
      container.payload = ASN1Writer.encode { $0.setOf([date] + others) }
      let verification = Minted.verifier.verify(try container.encoded())
      #expect(verification.reason == reason, "\(count)")
      #expect(verification.observations.count <= Limits.observations)
    }
    for (more, reason) in [(0, Reason.ok), (1, .limitExceeded)] {
      var draft = ReceiptDraft.sample
      let count = draft.purchases[0].attributes(.production).count
      draft.purchases[0].edits.added = (0..<Limits.purchaseAttributes - count + more).map {
        PayloadAttribute(100_000 + Int64($0), raw: [])
      }
      #expect(try Minted.verify(draft).reason == reason)
    }
  }

  @Test("a text of a megabyte is cut, kept whole as octets, and shown in few")
  func text() throws {
    var draft = ReceiptDraft.sample
    draft.purchases[0].productID = String(repeating: "p", count: Limits.textBytes)
    draft.purchases[1].productID = String(repeating: "q", count: 1_000_000)
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    let purchases = try #require(verification.receipt?.purchases)
    let whole = try #require(purchases.first { $0.productID?.first == "p" })
    #expect(whole.productID?.utf8.count == Limits.textBytes)
    #expect(whole.otherAttributes == [])
    let cut = try #require(purchases.first { $0.productID?.first == "q" })
    #expect(cut.productID?.utf8.count == Limits.textBytes)
    #expect(cut.otherAttributes.first.map { $0.value.count > 1_000_000 } == true)
    #expect(verification.observations.map(\.check) == ["unclean-text"])
    for observation in verification.observations {
      #expect(observation.evidence.values.allSatisfy { $0.utf8.count <= 512 })
    }
  }

  @Test("a receipt that gives cause for thousands of observations gets the first few dozen")
  func observations() throws {
    var draft = ReceiptDraft.sample
    draft.edits.added = (0..<1000).map { PayloadAttribute(5000 + $0, raw: [0xFF]) }
    let verification = try Minted.verify(draft)
    #expect(verification.verdict == .genuine)
    #expect(verification.observations.count == Limits.observations)
  }
}
