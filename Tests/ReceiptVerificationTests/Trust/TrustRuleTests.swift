import OpenSSL
import ReceiptVerification
import Testing

@testable import ReceiptForge

@Suite("Which keys and certificates are trusted")
struct TrustRuleTests {
  /// 2048 bits, odd.
  private static let modulus = [UInt8](repeating: 0xC5, count: 256)

  @Test("a key that cannot protect anything is not allowed, whoever certified it")
  func unsoundKeys() throws {
    let keys: [(String, [UInt8])] = [
      ("e = 1", RawCertificate.rsa(modulus: [0] + Self.modulus, exponent: [1])),
      ("even e", RawCertificate.rsa(modulus: [0] + Self.modulus, exponent: [4])),
      (
        "even modulus",
        RawCertificate.rsa(modulus: [0] + Self.modulus.dropLast() + [0xC4], exponent: [1, 0, 1])
      ),
      ("negative modulus", RawCertificate.rsa(modulus: Self.modulus, exponent: [1, 0, 1])),
      (
        "1024 bits",
        RawCertificate.rsa(modulus: [0] + Self.modulus.prefix(128), exponent: [1, 0, 1])
      ),
      ("explicit curve", try RawCertificate.explicitCurve()),
    ]
    for (name, key) in keys {
      let receipt = try Minted.pki.mint(.sample, chain: RawCertificate.leaf(key))
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == .keyNotAllowed, "\(name)")
      #expect(verification.verdict == .forged, "\(name)")
      #expect(verification.trust == .untrusted, "\(name)")
      #expect(verification.receipt?.bundleID == "com.example.meadow", "\(name)")
    }
    let sound = RawCertificate.rsa(modulus: [0] + Self.modulus, exponent: [1, 0, 1])
    let receipt = try Minted.pki.mint(.sample, chain: RawCertificate.leaf(sound))
    #expect(Minted.verifier.verify(receipt).reason == .payloadAltered, "only the key was at fault")
  }

  @Test("the marker counts as an extension of its own, not inside another one or in a name")
  func hiddenMarker() throws {
    let marker = ASN1Writer.encode { $0.objectIdentifier(ObjectIdentifier.receiptLeafMarker) }
    for oid in ["1.2.840.113635.100.6.11.2", ObjectIdentifier.certificatePolicies] {
      let chain = try Minted.pki.chain(.sha256First) {
        $0.markers = []
        $0.extensions = [
          CertificateExtension(oid, value: ASN1Writer.encode { $0.sequence { $0.raw(marker) } })
        ]
      }
      let verification = Minted.verifier.verify(try Minted.pki.mint(.sample, chain: chain))
      #expect(verification.reason == .leafMarkerMissing, "\(oid)")
      #expect(verification.signature == .valid, "\(oid)")
    }
    let named = try Minted.pki.chain(.sha256First) {
      $0.markers = []
      $0.subject = DistinguishedName(["CN": ObjectIdentifier.receiptLeafMarker])
    }
    let verification = Minted.verifier.verify(try Minted.pki.mint(.sample, chain: named))
    #expect(verification.reason == .leafMarkerMissing)
  }

  @Test("under a pinned root's name: missing is not at hand, another one is not trusted")
  func rootByName() throws {
    var template = CertificateTemplates.root(organisation: "Apple Inc.")
    template.subject = DistinguishedName([
      "C": "US", "O": "Apple Inc.", "OU": "Apple Certification Authority", "CN": "Apple Root CA",
    ])
    let root = try TestIdentity.selfSigned(template, key: TestPKI.otherKey)
    let model = Minted.pki.chain(.sha256First)
    let intermediate = try root.issue(
      CertificateTemplates.intermediate(.sha256First, organisation: "Mallory"),
      key: model.intermediate.key)
    let leaf = try intermediate.issue(
      Minted.pki.leafTemplate(.sha256First), key: model.leaf.key)
    var container = try Minted.pki.container(
      for: .sample, chain: SigningChain(leaf: leaf, intermediate: intermediate, root: root))
    let embedded = ReceiptVerifier().verify(try container.encoded())
    #expect(embedded.reason == .untrustedRoot)
    #expect(embedded.verdict == .forged)
    container.certificates.removeLast()
    let omitted = try container.encoded()
    let missing = ReceiptVerifier().verify(omitted)
    #expect(missing.reason == .rootNotAvailable)
    #expect(missing.verdict == .untrusted)
    #expect(missing.trust == .unknown)
    let anchors = try TrustAnchors.apple.adding(fileContents: root.certificate)
    #expect(ReceiptVerifier(anchors: anchors).verify(omitted).reason == .ok)
  }

  @Test("an attacker's root under the genuine subject is embedded in vain")
  func lookalike() throws {
    for name in ["lookalike-root", "genuine-root-appended", "self-signed-leaf", "foreign-root"] {
      let receipt = try #require(ReceiptKind.named(name)).mint(Minted.pki)
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == .untrustedRoot, "\(name)")
      #expect(verification.trust == .untrusted, "\(name)")
      #expect(verification.receipt?.purchases.count == 5, "claims are kept: \(name)")
    }
  }

  @Test("creation dates out of all time are judged like any other, and told")
  func datesOutOfTime() throws {
    for (date, reason, checks) in [
      ("9999-12-31T23:59:59Z", Reason.signerExpiredAtCreation, []),
      ("2010-06-01T00:00:00Z", .signerNotYetValid, ["created-before-receipts"]),
      ("0001-01-01T00:00:00Z", .signerNotYetValid, ["created-before-receipts"]),
    ] as [(String, Reason, [String])] {
      var draft = ReceiptDraft(creationDate: date)
      draft.originalPurchaseDate = date
      let receipt = try Minted.pki.mint(draft, chain: Minted.pki.chain(.sha256First))
      let verification = Minted.verifier.verify(receipt)
      #expect(verification.reason == reason, "\(date)")
      #expect(verification.verdict == .untrusted, "\(date)")
      #expect(verification.observations.map(\.check) == checks, "\(date)")
    }
  }

  @Test("a chain may be five certificates long, and no longer")
  func pathLength() throws {
    for (intermediates, reason) in [(3, Reason.ok), (4, .chainBroken)] {
      let model = Minted.pki.chain(.sha256First)
      var issuers = [model.root]
      for number in 1...intermediates {
        var template = CertificateTemplates.intermediate(.sha256First, organisation: "G\(number)")
        template.pathLength = nil
        issuers.append(try issuers[number - 1].issue(template, key: model.intermediate.key))
      }
      let leaf = try issuers[intermediates].issue(
        Minted.pki.leafTemplate(.sha256First), key: model.leaf.key)
      var container = try Minted.pki.container(
        for: .sample,
        chain: SigningChain(leaf: leaf, intermediate: issuers[intermediates], root: model.root))
      container.certificates = [leaf.certificate] + issuers.map(\.certificate)
      #expect(Minted.verifier.verify(try container.encoded()).reason == reason)
    }
  }
}
