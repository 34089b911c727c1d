/// What is known about one stored receipt after it was judged.
///
/// The claims in `document` are evidence whatever the verdict; only those of a `genuine` one are true.
public struct Verification: Sendable, Equatable {
  public var format: ReceiptFormat
  public var reason: Reason
  public var signature: SignatureStatus
  public var trust: TrustStatus
  /// What had to be mended in transport encoding before the bytes could be read, in order.
  public var repairs: [Repair]
  /// What it says; nil where there is nothing to be read.
  public var document: Document?
  /// SHA-256 of the signed payload octets: the identity of the receipt; nil where there is none.
  public var payloadSHA256: [UInt8]?
  /// SHA-256 of the signer's certificate; nil where the signer was not found.
  public var signerSHA256: [UInt8]?
  /// Bits of the signer's key: 1024 are weak today, and were what old transaction receipts have.
  public var signerKeyBits: Int?
  /// The digest algorithm that the signer names; nil where none of the allowed ones is named.
  public var digest: DigestAlgorithm?
  /// What a genuine document carried of its chain, signer first; empty for every other one.
  public var certificates: [CarriedCertificate]
  /// Things worth a finding that do not change the verdict, in the order in which they were met.
  public var observations: [Observation]

  public var verdict: Verdict { reason.verdict }

  /// Where the claims say that the purchase was made.
  public var environment: StoreEnvironment { document?.environment ?? .unknown }

  /// The payload of an app receipt; nil for every other document.
  public var receipt: AppReceipt? {
    if case .appReceipt(let receipt) = document { receipt } else { nil }
  }

  public init(
    format: ReceiptFormat, reason: Reason, signature: SignatureStatus = .unchecked,
    trust: TrustStatus = .unknown, repairs: [Repair] = [], document: Document? = nil,
    payloadSHA256: [UInt8]? = nil, signerSHA256: [UInt8]? = nil, signerKeyBits: Int? = nil,
    digest: DigestAlgorithm? = nil, certificates: [CarriedCertificate] = [],
    observations: [Observation] = []
  ) {
    self.format = format
    self.reason = reason
    self.signature = signature
    self.trust = trust
    self.repairs = repairs
    self.document = document
    self.payloadSHA256 = payloadSHA256
    self.signerSHA256 = signerSHA256
    self.signerKeyBits = signerKeyBits
    self.digest = digest
    self.certificates = certificates
    self.observations = observations
  }
}

/// The kinds of document that a receipts column holds.
public enum ReceiptFormat: String, Sendable, CaseIterable {
  case appReceipt = "app-receipt"
  case jwsTransaction = "jws-transaction"
  case jwsRenewalInfo = "jws-renewal-info"
  case jwsAppTransaction = "jws-app-transaction"
  case jwsNotification = "jws-notification"
  case transactionReceipt = "transaction-receipt"
  case verifyReceiptJSON = "verify-receipt-json"
  case unknown
}

/// The digest algorithms that Apple has signed receipts with.
public enum DigestAlgorithm: String, Sendable, CaseIterable {
  case sha1, sha256
}

/// Where a purchase was made, from the receipt's own type field.
public enum StoreEnvironment: String, Sendable, CaseIterable {
  case production, sandbox, xcode, unknown
}

/// One mended damage of the transport encoding.
public enum Repair: String, Sendable, CaseIterable {
  case byteOrderMark = "byte-order-mark"
  case nulBytes = "nul-bytes"
  case quotes
  case dataURL = "data-url"
  case pemArmour = "pem-armour"
  case escapedSlashes = "escaped-slashes"
  case escapedLineBreaks = "escaped-line-breaks"
  case whitespace
  case spaceForPlus = "space-for-plus"
  case percentEncoding = "percent-encoding"
  case urlSafeAlphabet = "url-safe-alphabet"
  case missingPadding = "missing-padding"
  case doubleBase64 = "double-base64"
  case hexadecimal
}

/// Something seen in one receipt that is worth a finding, with its evidence.
public struct Observation: Sendable, Equatable {
  /// The catalogue's rules that one receipt by itself can trigger.
  public enum Rule: String, Sendable, CaseIterable {
    case implausibleContent = "implausible-content"
    case nonCanonicalEncoding = "non-canonical-encoding"
    case unknownAttribute = "unknown-attribute"
    case knownForgery = "known-forgery"
  }

  public var rule: Rule
  /// What exactly was seen, in one kebab-case word, such as `trailing-bytes`.
  public var check: String
  /// Names and values that let a person see it again; values are escaped and of bounded length.
  public var evidence: [String: String]

  public init(_ rule: Rule, _ check: String, _ evidence: [String: String] = [:]) {
    self.rule = rule
    self.check = check
    self.evidence = evidence
  }
}
