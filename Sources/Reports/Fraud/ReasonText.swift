/// Verdicts and reasons as sentences.
enum ReasonText {
  /// The verdict and why, in one sentence that stands by itself.
  static func sentence(verdict: String, reason: String) -> String {
    guard let why = reasons[reason] else {
      return "The verdict is \(TerminalText.escape(verdict)) (\(TerminalText.escape(reason)))."
    }
    return "\(verdicts[verdict] ?? "The verdict is \(verdict)"): \(why) (\(reason))."
  }

  private static let verdicts = [
    "genuine": "Genuine", "forged": "Forged", "untrusted": "Not trusted", "test": "A test receipt",
    "corrupt": "Corrupt", "unsupported": "Not judged", "empty": "Empty",
    "quarantined": "Set aside",
  ]

  private static let reasons = [
    "ok":
      "Apple's signature over its content holds, and the chain ends at a pinned root under every rule",
    "payload-altered": "its content is not what was signed",
    "untrusted-root": "its certificates end at a root that is not a pinned one",
    "leaf-marker-missing": "the certificate that signed it was not made for signing receipts",
    "intermediate-marker-missing":
      "the certificate above the signer's is not one that issues receipt signers",
    "issuer-not-a-ca": "a certificate on its chain was issued by one that may not issue any",
    "chain-broken": "a certificate on its chain does not bear the signature of its issuer",
    "no-signer": "nobody signed it",
    "multiple-signers": "it has several signers, where the store's receipts have one",
    "signer-ambiguous": "two different certificates answer to the name of its signer",
    "signer-not-found": "the certificate that it names as its signer is not in it",
    "signed-attributes":
      "the signature covers attributes, and not the content itself as in the store's receipts",
    "digest-not-allowed": "it is signed over a digest that the store does not use",
    "digest-mismatch": "it names one digest and uses another",
    "key-not-allowed": "a key on its chain is of a kind or size that the store does not use",
    "algorithm-not-allowed": "it is signed by an algorithm that the store does not use",
    "signer-expired-at-creation":
      "a certificate on its chain had run out when it says that it was made",
    "signer-not-yet-valid":
      "a certificate on its chain was not valid yet when it says that it was made",
    "creation-date-missing": "it does not say when it was made",
    "creation-date-invalid": "what it says about when it was made is no date",
    "root-not-available": "the root that it should end at is not at hand",
    "intermediate-not-available": "a certificate of its chain is not at hand",
    "xcode-test-signer": "Xcode signed it, with a key that everybody has",
    "local-testing": "a local test of StoreKit signed it",
    "truncated": "it ends before its own length says so",
    "malformed": "it is not encoded as any receipt is",
    "limit-exceeded": "it exceeds the limits within which receipts are decoded",
    "not-a-receipt": "what is stored is not a receipt",
    "no-content": "it carries no content",
    "unsupported-format": "its format is known and not judged",
    "null": "nothing is stored", "empty": "nothing is stored",
    "crashed": "it crashed the verifier", "timed-out": "it took the verifier too long",
    "too-large": "it is too large to be fetched",
  ]
}
