import OpenSSL
import ReceiptForge
import ReceiptVerification

/// Rates of a signed transaction in the size of production's: the signature with its digest alone,
/// and everything.
struct TokenRates {
  let bytes: Int
  let floor: Double
  let ours: Double

  var ratio: Double { ours / floor }
}

/// Measures the two in short turns, one after the other.
struct TokenBenchmark {
  let seconds: Double

  private static let turns = 10

  func run() throws -> TokenRates {
    let tokens = try TestPKI.standard.tokens
    var token = tokens.token(.transaction(bundleID: "com.example.meadow"))
    // Apple's certificates are longer: the header is what it weighs there.
    token.otherHeader = [.init("typ", .text(String(repeating: "J", count: 1600)))]
    try token.seal()
    let text = try token.bytes()
    let encoded = token.certificates[0]
    let leaf = try Certificate(der: encoded.span)
    guard let key = leaf.publicKey, let fixed = token.signature,
      let signature = ECDSASignature(fixed: fixed.span)?.der
    else { throw Shape.Failure(description: "the forge made no signed token") }
    let signed = Array(token.signingInput.utf8)
    let anchors = try TrustAnchors.apple.adding(fileContents: tokens.root.certificate)
    let verifier = ReceiptVerifier(anchors: anchors)
    let digests = DigestContext()
    let signatures = SignatureContext()

    var floor = Meter()
    var ours = Meter()
    for _ in 0..<Self.turns {
      let turn = seconds / Double(Self.turns)
      floor.measure(turn) { _ in
        let digest = digests.digest(signed.span, .sha256)
        precondition(
          signatures.isValid(signature.span, over: digest.span, .sha256, key: key))
      }
      ours.measure(turn) { _ in precondition(verifier.verify(text).reason == .ok) }
    }
    return TokenRates(bytes: text.count, floor: floor.rate, ours: ours.rate)
  }
}
