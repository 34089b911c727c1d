import OpenSSL
import Testing

@testable import ReceiptForge
@testable import ReceiptVerification

@Suite("The cache of chain verdicts")
struct ChainCacheTests {
  @Test("a flood of different certificates displaces verdicts and adds none")
  func flood() {
    let cache = ChainCache()
    let verdict = ChainVerdict(lookupFailure: .signerNotFound)
    var held = 0
    for index in 0..<20_000 {
      let key = (0..<40).map { UInt8(truncatingIfNeeded: index >> ($0 % 4 * 8)) &+ UInt8($0) }
      cache.insert(verdict, key, split: 30)
      #expect(cache.find(0..<30, 30..<40, key.span) != nil)
    }
    for index in 0..<20_000 {
      let key = (0..<40).map { UInt8(truncatingIfNeeded: index >> ($0 % 4 * 8)) &+ UInt8($0) }
      if cache.find(0..<30, 30..<40, key.span) != nil { held += 1 }
    }
    #expect(held > 0)
    #expect(held <= 1024)
  }

  @Test("only the very octets find a verdict again")
  func exactOctets() {
    let cache = ChainCache()
    let key = [UInt8](0..<100)
    cache.insert(ChainVerdict(lookupFailure: .signerAmbiguous), key, split: 80)
    #expect(cache.find(0..<80, 80..<100, key.span)?.failure == .signerAmbiguous)
    for index in key.indices {
      let other = Tampering.flippingBit(at: index, in: key)
      #expect(cache.find(0..<80, 80..<100, other.span) == nil)
    }
    #expect(cache.find(0..<79, 80..<100, key.span) == nil)
    #expect(cache.find(0..<80, 81..<100, key.span) == nil)
  }

  @Test("the same leaf beside another intermediate has a verdict of its own, in either order")
  func otherIntermediate() throws {
    let chain = Minted.pki.chain(.sha256First)
    let genuine = try Minted.pki.container(for: .sample, chain: chain)
    // The same name and the same key, but not for receipts.
    var template = CertificateTemplates.intermediate(
      .sha256First, organisation: "Receipt Audit Test")
    template.markers = []
    let unmarked = try chain.root.issue(template, key: chain.intermediate.key)
    // The same name and another key: it issued nothing here.
    let stranger = try TestPKI.lookalike.chain(.sha256First).intermediate
    var cases: [(String, [UInt8], Reason)] = [("genuine", try genuine.encoded(), .ok)]
    for (name, other, reason) in [
      ("unmarked", unmarked, Reason.intermediateMarkerMissing),
      ("stranger", stranger, .chainBroken),
    ] {
      var container = genuine
      container.certificates[1] = other.certificate
      cases.append((name, try container.encoded(), reason))
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      let anchors = try TrustAnchors.apple.adding(fileContents: Minted.pki.rootCertificate)
      let verifier = ReceiptVerifier(anchors: anchors)
      for index in order + order {
        let (name, receipt, reason) = cases[index]
        #expect(verifier.verify(receipt).reason == reason, "\(name) in \(order)")
      }
    }
  }

  @Test("refusals are kept too: the second look gives the same answer from the same object")
  func negativeVerdicts() throws {
    let judge = ChainJudge(.apple)
    for name in ["foreign-root", "signer-not-embedded", "signer-ambiguous", "leaf-without-marker"] {
      let bytes = try #require(ReceiptKind.named(name)).mint(Minted.pki)
      let container = try Container(bytes.span)
      let signer = try #require(container.signer)
      let first = try judge.judge(container, signer, bytes.span)
      #expect(first.failure != nil, "\(name)")
      #expect(try judge.judge(container, signer, bytes.span) === first, "\(name)")
    }
  }

  @Test("a verdict holds for any date: the same chain is judged at each receipt's own")
  func datesApart() throws {
    let chain = Minted.pki.chain(.sha256First)
    let receipts = try [
      ("2023-06-01T10:00:00Z", Reason.ok), ("2024-10-02T00:00:00Z", .signerExpiredAtCreation),
      ("2022-09-01T23:59:59Z", .signerNotYetValid), ("2023-06-01T10:00:00Z", .ok),
    ].map { date, reason in
      (try Minted.pki.mint(ReceiptDraft(creationDate: date), chain: chain), reason)
    }
    for (receipt, reason) in receipts { #expect(Minted.verifier.verify(receipt).reason == reason) }
  }
}
