import OpenSSL
import ReceiptVerification

extension ReceiptKind {
  /// Payloads that were exchanged, and signed payloads that are no JSON object to the letter.
  static let tokenPayloadKinds: [ReceiptKind] =
    [
      altered("token-price-altered", "another price in a genuine token") {
        $0["price"] = .number(90)
      },
      altered("token-expiry-altered", "another expiry in a genuine token") {
        $0["expiresDate"] = .number(4_092_595_200_000)
      },
      altered("token-environment-altered", "the environment changed to Xcode") {
        $0["environment"] = .text("Xcode")
      },
      token(
        "token-unknown-payload", "a signed object that is none of the known ones",
        .unsupportedFormat
      ) { $0.payload = Array(#"{"sub":"somebody","iat":1759727838}"#.utf8) },
      token("token-unknown-field", "a field that nobody knows yet", .ok, ["unknown-attribute"]) {
        $0["newField"] = .object([.init("value", .number(1))])
      },
      token("token-nul-text", "an escaped NUL in a text", .ok, ["implausible-content"]) {
        $0["productId"] = .raw(#""a\u0000b""#)
      },
    ]
    + [
      ("no-json", "words", "not json"), ("array", "an array", "[1,2]"), ("empty", "nothing", " "),
      ("raw-nul", "a raw NUL in a text", "{\"transactionId\":\"a\u{0}b\"}"),
      ("lone-surrogate", "half a surrogate pair", #"{"transactionId":"\ud800"}"#),
      ("huge-fraction", "a number beyond any double", #"{"transactionId":"1","price":1e400}"#),
      (
        "huge-integer", "a number beyond 64 bits",
        #"{"transactionId":"1","price":9223372036854775808}"#
      ),
      ("trailing-comma", "a comma behind the last member", #"{"transactionId":"1",}"#),
      ("twice", "a name that stands twice", #"{"transactionId":"1","transactionId":"2"}"#),
      ("two-values", "something behind the object", #"{"transactionId":"1"}{}"#),
      (
        "deep", "100,000 levels of nesting",
        #"{"transactionId":"# + String(repeating: "[", count: 100_000)
      ),
    ].map { name, summary, text in
      token("token-payload-\(name)", "payload: \(summary)", .malformed) {
        $0.payload = Array(text.utf8)
      }
    }

  /// A genuine token whose payload was exchanged after it was signed.
  private static func altered(
    _ name: String, _ summary: String,
    _ change: @escaping @Sendable (inout TokenDraft) -> Void
  ) -> ReceiptKind {
    ReceiptKind(name, summary, .payloadAltered) {
      var draft = TokenDraft.transaction(bundleID: $1.bundleID ?? "")
      var token = $0.tokens.token(draft)
      try token.seal()
      change(&draft)
      token.payload = draft.payload
      return try token.bytes()
    }
  }

  /// A token dated where its signer is not valid, or not dated, or dated before what it tells of.
  static let tokenDateKinds: [ReceiptKind] = [
    signed("token-signed-on-last-second", "at the leaf's very end", .ok, .second, 0, \.upperBound),
    signed(
      "token-signed-after-leaf", "a second after the leaf's end", .signerExpiredAtCreation,
      .second, 1, \.upperBound),
    signed("token-signed-on-first-second", "at the leaf's start", .ok, .third, 0, \.lowerBound),
    signed(
      "token-signed-before-leaf", "a second before the leaf's start", .signerNotYetValid, .third,
      -1, \.lowerBound),
    token("token-date-missing", "no signing date", .creationDateMissing) {
      $0["signedDate"] = nil
    },
    token("token-date-invalid", "a signing date that is a text", .creationDateInvalid) {
      $0["signedDate"] = .text("yesterday")
    },
    token(
      "token-signed-before-purchase", "signed two days before the purchase", .ok,
      ["implausible-content"]
    ) {
      $0["purchaseDate"] = TokenDraft.milliseconds("2025-10-08T09:00:00Z")
    },
  ]

  private static func signed(
    _ name: String, _ summary: String, _ reason: Reason, _ generation: TokenGeneration,
    _ offset: Int64, _ edge: any KeyPath<ClosedRange<Int64>, Int64> & Sendable
  ) -> ReceiptKind {
    ReceiptKind(name, "signed \(summary)", reason) {
      var draft = TokenDraft.transaction(bundleID: $1.bundleID ?? "")
      let seconds = generation.leafValidity[keyPath: edge] + offset
      draft["signedDate"] = .number(seconds * 1000)
      for (member, days) in [
        ("purchaseDate", -9), ("originalPurchaseDate", -60), ("expiresDate", 21),
      ] as [(String, Int64)] {
        draft[member] = .number((seconds + days * 86_400) * 1000)
      }
      return try $0.tokens.token(draft, generation).bytes()
    }
  }

  private static func token(
    _ name: String, _ summary: String, _ reason: Reason,
    _ change: @escaping @Sendable (inout TokenDraft) -> Void
  ) -> ReceiptKind {
    token(name, summary, reason, nil, change)
  }
}
