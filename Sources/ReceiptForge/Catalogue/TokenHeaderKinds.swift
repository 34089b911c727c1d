import OpenSSL
import ReceiptVerification

extension ReceiptKind {
  /// Headers that ask for another way of verifying than the one there is.
  static let tokenHeaderKinds: [ReceiptKind] =
    ["none", "None", "nOnE"].map { algorithm in
      token(
        "token-alg-\(algorithm)", "no signature, and a header that says so (\(algorithm))",
        .algorithmNotAllowed
      ) {
        $0.algorithm = algorithm
        $0.signature = []
      }
    } + [
      token(
        "token-alg-hs256", "a MAC with the signer's certificate for secret", .algorithmNotAllowed
      ) {
        $0.algorithm = "HS256"
        $0.signature = try Tampering.messageCode(
          Array($0.signingInput.utf8), key: $0.certificates[0])
      },
      ReceiptKind("token-alg-rs256", "signed with RSA", .algorithmNotAllowed) {
        var token = $0.tokens.token(.transaction(bundleID: $1.bundleID ?? ""))
        token.algorithm = "RS256"
        token.certificates = $0.chain(.sha256Third).certificates
        token.signature = try $0.chain(.sha256Third).leaf.key.sign(
          Array(token.signingInput.utf8), digest: .sha256)
        return try token.bytes()
      },
      ReceiptKind("token-alg-es384", "signed by a P-384 leaf", .algorithmNotAllowed) {
        let chain = try $0.tokens.chain(leafKey: $0.tokens.intermediate.key)
        var token = SignedToken(.transaction(bundleID: $1.bundleID ?? ""), chain)
        token.algorithm = "ES384"
        token.signature = try token.key.fixedSignature(
          Array(token.signingInput.utf8), digest: .sha384)
        return try token.bytes()
      },
      token("token-alg-missing", "no algorithm named", .algorithmNotAllowed) { $0.algorithm = nil },
      token("token-alg-twice", "the algorithm named twice", .malformed) {
        $0.otherHeader = [.init("alg", .text("none"))]
      },
      token("token-alg-twice-escaped", "the second time with an escape", .malformed) {
        $0.header =
          #"{"alg":"ES256","x5c":\#($0.chainMember.serialized),"\u0061lg":"none"}"#
      },
      token("token-chain-twice", "two chains in the header", .malformed) {
        $0.otherHeader = [.init("x5c", $0.chainMember)]
      },
      token("token-chain-empty", "no certificate", .malformed) { $0.certificates = [] },
      token("token-chain-of-one", "the leaf alone", .malformed) {
        $0.certificates.removeLast(2)
      },
      token("token-chain-of-two", "the root left out", .malformed) {
        $0.certificates.removeLast()
      },
      token("token-chain-of-four", "the root twice", .malformed) {
        $0.certificates.append($0.certificates[2])
      },
      token("token-chain-in-base64url", "certificates in the alphabet of tokens", .malformed) {
        let entries = $0.certificates.map { JSONDraft.text(TokenEncoding.encode($0)) }
        $0.header = #"{"alg":"ES256","x5c":\#(JSONDraft.array(entries).serialized)}"#
      },
      token("token-chain-in-pem", "certificates in PEM", .malformed) {
        let entries = $0.certificates.map { JSONDraft.text(PEM.certificate($0)) }
        $0.header = #"{"alg":"ES256","x5c":\#(JSONDraft.array(entries).serialized)}"#
      },
      token("token-header-extras", "keys and addresses of keys beside the chain", .ok) {
        $0.otherHeader = [
          .init("jwk", .object([.init("kty", .text("EC"))])),
          .init("jku", .text("https://keys.test.invalid/")),
          .init("x5u", .text("https://keys.test.invalid/chain")), .init("kid", .text("1")),
          .init("b64", .flag(false)),
        ]
      },
      token("token-critical-header", "a header that must be understood, and is not", .malformed) {
        $0.otherHeader = [.init("b64", .flag(false)), .init("crit", .array([.text("b64")]))]
      },
      token("token-header-no-json", "words for a header", .malformed) { $0.header = "not json" },
    ]
}

extension Tampering {
  /// HMAC with SHA-256 (RFC 2104).
  static func messageCode(_ bytes: [UInt8], key: [UInt8]) throws -> [UInt8] {
    let short = key.count > 64 ? try SigningDigest.sha256.hash(key) : key
    let block = short + [UInt8](repeating: 0, count: 64 - short.count)
    let inner = try SigningDigest.sha256.hash(block.map { $0 ^ 0x36 } + bytes)
    return try SigningDigest.sha256.hash(block.map { $0 ^ 0x5C } + inner)
  }
}
