/// The first thing that decided a verdict, in one kebab-case word; `ok` when nothing failed.
public enum Reason: String, Sendable, CaseIterable {
  case ok

  case payloadAltered = "payload-altered"
  case untrustedRoot = "untrusted-root"
  case leafMarkerMissing = "leaf-marker-missing"
  case intermediateMarkerMissing = "intermediate-marker-missing"
  case issuerNotACA = "issuer-not-a-ca"
  case chainBroken = "chain-broken"
  case noSigner = "no-signer"
  case multipleSigners = "multiple-signers"
  case signerAmbiguous = "signer-ambiguous"
  case signerNotFound = "signer-not-found"
  case signedAttributes = "signed-attributes"
  case digestNotAllowed = "digest-not-allowed"
  case digestMismatch = "digest-mismatch"
  case keyNotAllowed = "key-not-allowed"
  case algorithmNotAllowed = "algorithm-not-allowed"

  case signerExpiredAtCreation = "signer-expired-at-creation"
  case signerNotYetValid = "signer-not-yet-valid"
  case creationDateMissing = "creation-date-missing"
  case creationDateInvalid = "creation-date-invalid"
  case rootNotAvailable = "root-not-available"
  case intermediateNotAvailable = "intermediate-not-available"

  case xcodeTestSigner = "xcode-test-signer"
  case localTesting = "local-testing"

  case truncated, malformed
  case limitExceeded = "limit-exceeded"
  case notAReceipt = "not-a-receipt"
  case noContent = "no-content"

  case unsupportedFormat = "unsupported-format"

  case null, empty

  case crashed
  case timedOut = "timed-out"
  case tooLarge = "too-large"

  /// The verdict that this reason leads to: every reason has exactly one.
  public var verdict: Verdict {
    switch self {
    case .ok: .genuine
    case .payloadAltered, .untrustedRoot, .leafMarkerMissing, .intermediateMarkerMissing,
      .issuerNotACA, .chainBroken, .noSigner, .multipleSigners, .signerAmbiguous, .signerNotFound,
      .signedAttributes, .digestNotAllowed, .digestMismatch, .keyNotAllowed, .algorithmNotAllowed:
      .forged
    case .signerExpiredAtCreation, .signerNotYetValid, .creationDateMissing, .creationDateInvalid,
      .rootNotAvailable, .intermediateNotAvailable:
      .untrusted
    case .xcodeTestSigner, .localTesting: .test
    case .truncated, .malformed, .limitExceeded, .notAReceipt, .noContent: .corrupt
    case .unsupportedFormat: .unsupported
    case .null, .empty: .empty
    case .crashed, .timedOut, .tooLarge: .quarantined
    }
  }
}
