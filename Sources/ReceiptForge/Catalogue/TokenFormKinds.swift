import OpenSSL
import ReceiptVerification

extension ReceiptKind {
  /// Signatures that are none, and tokens that are not written as tokens are.
  static let tokenFormKinds: [ReceiptKind] = [
    token("token-signature-short", "63 octets of signature", .malformed) {
      try $0.seal()
      $0.signature?.removeLast()
    },
    token("token-signature-long", "65 octets of signature", .malformed) {
      try $0.seal()
      $0.signature?.append(0)
    },
    token("token-signature-der", "the signature in DER", .malformed) {
      $0.signature = try $0.key.sign(Array($0.signingInput.utf8), digest: .sha256)
    },
    token("token-signature-empty", "no signature under ES256", .malformed) { $0.signature = [] },
    token("token-signature-zero", "r = s = 0", .payloadAltered) {
      $0.signature = [UInt8](repeating: 0, count: 64)
    },
    token("token-signature-r-zero", "r = 0", .payloadAltered) {
      try $0.seal()
      $0.signature?.replaceSubrange(0..<32, with: [UInt8](repeating: 0, count: 32))
    },
    token("token-signature-s-zero", "s = 0", .payloadAltered) {
      try $0.seal()
      $0.signature?.replaceSubrange(32..<64, with: [UInt8](repeating: 0, count: 32))
    },
    token("token-signature-order", "r = s = n", .payloadAltered) {
      $0.signature = SignedToken.p256Order + SignedToken.p256Order
    },
    token("token-signature-ones", "r = s = 1", .payloadAltered) {
      let one = [UInt8](repeating: 0, count: 31) + [1]
      $0.signature = one + one
    },
    token("token-signature-altered", "one bit of the signature changed", .payloadAltered) {
      try $0.seal()
      $0.signature?[40] ^= 0x10
    },
    storedToken("token-padded", "the parts padded with =", .malformed) { "\($0)==" },
    storedToken("token-slack-bits", "bits in the last character that no octet uses", .malformed) {
      // 64 octets end in a character of four bits: the next one of the alphabet has another slack.
      let next: [Character: Character] = ["A": "B", "Q": "R", "g": "h", "w": "x"]
      return $0.dropLast() + String($0.last.flatMap { next[$0] } ?? "B")
    },
    token("token-standard-alphabet", "+ and / for - and _", .malformed) {
      $0.payload += Array("  ".utf8)
      // The signature begins so that the alphabets differ.
      $0.signature = [0xFB, 0xFF] + [UInt8](repeating: 0xFF, count: 62)
    } change: {
      $0.replacing("-", with: "+").replacing("_", with: "/")
    },
    storedToken("token-space-inside", "a line break inside", .malformed) {
      $0.prefix(400) + "\n" + $0.dropFirst(400)
    },
    storedToken("token-two-parts", "the signature cut off", .malformed) {
      String($0.prefix(through: $0.lastIndex(of: ".") ?? $0.startIndex).dropLast())
    },
    storedToken("token-four-parts", "a part too many", .malformed) { "\($0).e30" },
    storedToken("token-five-parts", "as many parts as an encrypted token", .malformed) {
      "\($0).e30.e30"
    },
    storedToken("token-trailing-dot", "a dot at the end", .malformed) { "\($0)." },
    storedToken("token-twice", "two tokens joined", .malformed) { $0 + $0 },
    storedToken(
      "token-json-serialisation", "the same signature as a JSON object", .unsupportedFormat
    ) {
      let parts = $0.split(separator: ".").map(String.init)
      return #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#
    },
  ]

  /// A token that was changed, then written in another way.
  private static func token(
    _ name: String, _ summary: String, _ reason: Reason,
    _ prepare: @escaping @Sendable (inout SignedToken) throws -> Void,
    change: @escaping @Sendable (String) -> String
  ) -> ReceiptKind {
    ReceiptKind(name, summary, reason) {
      var token = $0.tokens.token(.transaction(bundleID: $1.bundleID ?? ""))
      try prepare(&token)
      return Array(change(try token.text()).utf8)
    }
  }
}
