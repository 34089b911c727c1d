import OpenSSL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Every kind of receipt that the forge makes")
struct KindTests {
  @Test("gets the verdict and reason of its truth", arguments: ReceiptKind.all.map(\.name))
  func truth(_ name: String) throws {
    let kind = try #require(ReceiptKind.named(name))
    let verification = Minted.verifier.verify(try kind.mint(Minted.pki))
    #expect(verification.reason == kind.truth.reason)
    #expect(verification.verdict == kind.truth.verdict)
  }

  @Test("OpenSSL accepts what is genuine, and nothing whose payload was altered")
  func secondOpinion() throws {
    let opinion = PKCS7Opinion(anchors: [try Certificate(der: Minted.pki.rootCertificate.span)])
    var judged = 0
    for kind in ReceiptKind.all {
      let stored = try kind.mint(Minted.pki)
      let verification = Minted.verifier.verify(stored)
      guard stored.first == 0x30, let created = verification.receipt?.creationDate else { continue }
      let accepts = opinion.accepts(stored, at: created.microsecondsSince1970 / 1_000_000)
      // OpenSSL takes the notAfter second itself for expired; RFC 5280 includes it.
      if verification.verdict == .genuine, kind.name != "created-on-last-second" {
        #expect(accepts, "\(kind.name)")
      }
      if verification.reason == .payloadAltered { #expect(!accepts, "\(kind.name)") }
      judged += 1
    }
    #expect(judged > 30)
  }

  @Test("trust and signature are told apart: wrong trust, right signature")
  func twoAnswers() throws {
    for name in [
      "foreign-root", "leaf-without-marker", "intermediate-without-marker", "leaf-as-issuer",
    ] {
      let kind = try #require(ReceiptKind.named(name))
      let verification = Minted.verifier.verify(try kind.mint(Minted.pki))
      #expect(verification.signature == .valid, "\(name)")
      #expect(verification.trust == .untrusted, "\(name)")
    }
    let altered = try #require(ReceiptKind.named("product-altered"))
    let verification = Minted.verifier.verify(try altered.mint(Minted.pki))
    #expect(verification.signature == .invalid)
    #expect(verification.trust == .trusted)
  }

  @Test(
    "a receipt type in the payload opens no door: no marker, no trust",
    arguments: ["ProductionVPP", "LocalTesting", "Sandbox", "Xcode", ""])
  func receiptTypeIsNoPolicy(_ type: String) throws {
    var draft = ReceiptDraft.sample
    draft.receiptType = type
    let chain = try Minted.pki.chain(.sha256First, leaf: { $0.markers = [] })
    let verification = Minted.verifier.verify(try Minted.pki.mint(draft, chain: chain))
    #expect(verification.reason == .leafMarkerMissing)
  }
}
