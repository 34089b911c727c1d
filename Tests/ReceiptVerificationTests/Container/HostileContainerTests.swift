import OpenSSL
import ReceiptVerification
import Testing

@testable import ReceiptForge

@Suite("Containers that were made to deceive")
struct HostileContainerTests {
  private static let opinion = Result {
    PKCS7Opinion(anchors: [try Certificate(der: Minted.pki.rootCertificate.span)])
  }
  private static let created: Int64 = 1_685_613_600  // 2023-06-01T10:00:00Z, as in the sample

  @Test("a signature over content that reads as attributes is not moved to other content")
  func attributesForContent() throws {
    // Somebody gets the DER of attributes signed as content, then shows them as attributes.
    var source = try Minted.pki.container(for: .sample, era: .sha256)
    let attributes = try source.signers[0].signedAttributes(source.payload)
    var signed = source
    signed.payload = attributes
    try signed.seal()
    source.signers[0].hasSignedAttributes = true
    source.signers[0].signature = signed.signers[0].signature
    let forged = try source.encoded()
    #expect(try Self.opinion.get().accepts(forged, at: Self.created), "OpenSSL is deceived")
    let verification = Minted.verifier.verify(forged)
    #expect(verification.reason == .signedAttributes)
    #expect(verification.verdict == .forged)
    #expect(verification.signature == .unchecked)

    // The reverse: the payload that such a signature holds for is no receipt.
    let content = try signed.encoded()
    #expect(try Self.opinion.get().accepts(content, at: Self.created), "OpenSSL is deceived")
    #expect(Minted.verifier.verify(content).reason == .malformed)
    #expect(Minted.verifier.verify(content).receipt == nil)
  }

  @Test("only SHA-1 and SHA-256 are digests, also where others can be computed")
  func digests() throws {
    for oid in [
      "1.2.840.113549.2.5", "2.16.840.1.101.3.4.2.2", "2.16.840.1.101.3.4.2.3", "1.3.36.3.2.1",
      "2.16.840.1.101.3.4.2.8", "1.3.6.1.4.1.55555.1", "0.0",
    ] {
      let receipt = try Minted.pki.container(.sample) {
        $0.signers[0].digestOID = oid
      }
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == .digestNotAllowed, "\(oid)")
      #expect(verification.verdict == .forged)
      #expect(verification.digest == nil)
      #expect(verification.receipt?.purchases.count == 5)
    }
  }

  @Test("every content type but signed data is no receipt")
  func contentTypes() throws {
    let types = [
      ObjectIdentifier.data, ObjectIdentifier.envelopedData, "1.2.840.113549.1.7.5",
      "1.2.840.113549.1.7.6", "1.2.840.113549.1.9.16.1.23", "1.2.840.113549.1.9.16.1.2",
    ]
    for type in types {
      let outer = try Minted.pki.container(.sample) { $0.containerType = type }
      #expect(Minted.verifier.verify(outer).reason == .notAReceipt, "\(type)")
    }
    for type in types.dropFirst() + [ObjectIdentifier.signedData] {
      let inner = try Minted.pki.container(.sample) { $0.contentType = type }
      let verification = Minted.verifier.verify(inner)
      #expect(verification.reason == .notAReceipt, "\(type)")
      #expect(verification.verdict == .corrupt)
      #expect(verification.format == .unknown)
    }
  }

  @Test("no bit of the payload or of the signature can change unnoticed")
  func flippedBits() throws {
    var container = try Minted.pki.container(for: .sample, era: .sha256)
    try container.seal()
    let payload = container.payload
    let genuine = try container.encoded()
    let start = try #require(Self.position(of: payload, in: genuine))
    var altered = 0
    for (step, offset) in stride(from: 0, to: payload.count, by: 5).enumerated() {
      var receipt = genuine
      receipt[start + offset] ^= 1 << UInt8(step % 8)
      let verification = Minted.verifier.verify(receipt)
      // What cannot be parsed any more is damage; all else is an altered payload.
      #expect(
        verification.reason == .payloadAltered || verification.reason == .malformed
          || verification.reason == .truncated || verification.reason == .limitExceeded,
        "\(offset): \(verification.reason)")
      if verification.reason == .payloadAltered { altered += 1 }
    }
    #expect(altered > payload.count / 10)
    let signature = try #require(container.signers[0].signature)
    let signatureStart = try #require(Self.position(of: signature, in: genuine))
    for (step, offset) in signature.indices.enumerated() {
      var receipt = genuine
      receipt[signatureStart + offset] ^= 1 << UInt8(step % 8)
      #expect(Minted.verifier.verify(receipt).reason == .payloadAltered)
    }
  }

  @Test("what is not signed changes nothing but an observation")
  func unsignedParts() throws {
    let plain = Minted.verifier.verify(try Minted.pki.mint(.sample, era: .sha256))
    for (name, check) in [
      ("unsigned-attributes", "unsigned-attributes"), ("revocation-lists", "revocation-lists"),
      ("extra-certificate", "extra-certificates"), ("trailing-bytes", "trailing-bytes"),
      ("indefinite-lengths", "indefinite-length"),
    ] {
      let kind = try #require(ReceiptKind.named(name))
      let stored = try kind.mint(Minted.pki)
      let verification = Minted.verifier.verify(stored)
      #expect(verification.verdict == .genuine, "\(name)")
      #expect(verification.observations.map(\.rule) == [.nonCanonicalEncoding], "\(name)")
      #expect(verification.observations.map(\.check) == [check])
      #expect(verification.receipt == plain.receipt, "\(name)")
      #expect(verification.payloadSHA256 == plain.payloadSHA256, "\(name)")
    }
  }

  @Test("a bag that holds what is no certificate is not looked past")
  func undecodableCertificate() throws {
    for junk in [[0x30, 0x00], [0x04, 0x01, 0x00], [0x30, 0x03, 0x02, 0x01, 0x05]] as [[UInt8]] {
      let receipt = try Minted.pki.container(.sample) { $0.certificates.append(junk) }
      #expect(try !Self.opinion.get().accepts(receipt, at: Self.created))
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == .chainBroken)
      #expect(verification.verdict == .forged)
    }
  }

  @Test("a revocation list or an unsigned attribute that OpenSSL cannot read is malformed")
  func unreadableUnsignedParts() throws {
    let list = try Minted.pki.container(.sample) {
      $0.revocationLists = [[0x30, 0x03, 0x02, 0x01, 0x05]]
    }
    let kind = try #require(ReceiptKind.named("unsigned-attributes"))
    var attribute = try kind.mint(Minted.pki)
    // The attribute's type is an OBJECT IDENTIFIER near the end; an INTEGER in its place is none.
    let type = try #require(attribute.lastIndex(of: 0x06))
    attribute[type] = 0x02
    for receipt in [list, attribute] {
      #expect(try !Self.opinion.get().accepts(receipt, at: Self.created))
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == .malformed)
      #expect(verification.verdict == .corrupt)
    }
  }

  @Test("a constructed OCTET STRING is followed to a depth that no receipt reaches")
  func nestedSegments() throws {
    var container = try Minted.pki.container(for: .sample, era: .sha256)
    try container.seal()
    let encoded = try container.encoded()
    let start = try #require(Self.position(of: container.payload, in: encoded))
    let octetString = Array(encoded[(start - 4)..<(start + container.payload.count)])
    try #require(octetString[0] == 0x04)
    for (depth, isIndefinite, reason) in [
      (6, false, Reason.ok), (6, true, .ok), (2000, false, .malformed), (2000, true, .malformed),
    ] {
      let nested = Self.nested(octetString, depth: depth, isIndefinite: isIndefinite)
      let receipt = Self.replacing(octetString, with: nested, in: container)
      let verification = Minted.verifier.verify(try receipt.get())
      #expect(verification.reason == reason, "\(depth) \(isIndefinite)")
    }
  }

  /// A container whose content is given as encoded.
  private static func replacing(
    _ octetString: [UInt8], with other: [UInt8], in container: ReceiptContainer
  ) -> Result<[UInt8], any Error> {
    Result {
      let signers = try container.signers.map { try $0.encoded(container.payload) }
      return ASN1Writer.encode { writer in
        writer.sequence { writer in
          writer.objectIdentifier(ObjectIdentifier.signedData)
          writer.constructed(0xA0) { writer in
            writer.sequence { writer in
              writer.integer(1)
              writer.constructed(0x31) { $0.algorithm(ObjectIdentifier.digest(.sha256)) }
              writer.sequence { writer in
                writer.objectIdentifier(ObjectIdentifier.data)
                writer.constructed(0xA0) { $0.raw(other) }
              }
              writer.constructed(0xA0) { writer in
                for one in container.certificates { writer.raw(one) }
              }
              writer.constructed(0x31) { writer in for one in signers { writer.raw(one) } }
            }
          }
        }
      }
    }
  }

  private static func nested(_ inner: [UInt8], depth: Int, isIndefinite: Bool) -> [UInt8] {
    if isIndefinite {
      return [UInt8](repeating: 0, count: depth * 2).indices.map { $0 % 2 == 0 ? 0x24 : 0x80 }
        + inner + [UInt8](repeating: 0, count: depth * 2)
    }
    return (0..<depth).reduce(inner) { value, _ in
      var writer = ASN1Writer()
      writer.primitive(0x24, value)
      return writer.bytes
    }
  }

  private static func position(of part: [UInt8], in whole: [UInt8]) -> Int? {
    whole.indices.first { whole[$0] == part[0] && whole[$0...].starts(with: part) }
  }
}
