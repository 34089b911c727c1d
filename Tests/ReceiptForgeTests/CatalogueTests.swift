import ReceiptForge
import ReceiptVerification
import Testing

@Suite("The catalogue of receipts")
struct CatalogueTests {
  @Test("Every kind is judged as its truth says", arguments: ReceiptKind.all.map(\.name))
  func truth(name: String) throws {
    let kind = try #require(ReceiptKind.named(name))
    let pki = try TestPKI.standard
    let verifier = ReceiptVerifier(
      anchors: try TrustAnchors.apple.adding(fileContents: Array(pki.rootPEM.utf8)))
    let verification = verifier.verify(try kind.mint(pki))
    #expect(verification.reason == kind.truth.reason)
  }

  @Test("Names are unique")
  func names() {
    #expect(Set(ReceiptKind.all.map(\.name)).count == ReceiptKind.all.count)
  }

  @Test("Without the test root nothing is genuine")
  func withoutRoot() throws {
    let verifier = ReceiptVerifier()
    for kind in ReceiptKind.all {
      #expect(verifier.verify(try kind.mint(TestPKI.standard)).verdict != .genuine, "\(kind.name)")
    }
  }

  @Test("Every kind but those with keys of the moment is the same whenever it is minted")
  func deterministic() throws {
    let pki = try TestPKI.standard
    for kind in ReceiptKind.all where !["weak-key", "elliptic-key"].contains(kind.name) {
      #expect(try kind.mint(pki) == kind.mint(pki), "\(kind.name)")
    }
  }
}
