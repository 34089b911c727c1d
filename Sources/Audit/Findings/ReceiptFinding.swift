/// Something found in one receipt by itself.
struct ReceiptFinding: Sendable, Equatable {
  var rule: ReceiptRule
  /// A JSON object that lets a person see it again.
  var evidence: JSONText

  var severity: Severity { rule.severity }
}

/// The catalogue's rules that look at one receipt at a time.
enum ReceiptRule: String, Sendable, CaseIterable {
  case forgedReceipt = "forged-receipt"
  case untrustedReceipt = "untrusted-receipt"
  case corruptReceipt = "corrupt-receipt"
  case unsupportedReceipt = "unsupported-receipt"
  case quarantinedReceipt = "quarantined-receipt"
  case testReceipt = "test-receipt"
  case sandboxReceipt = "sandbox-receipt"
  case foreignApp = "foreign-app"
  case deviceMismatch = "device-mismatch"
  case knownForgery = "known-forgery"
  case implausibleContent = "implausible-content"
  case nonCanonicalEncoding = "non-canonical-encoding"
  case noPurchases = "no-purchases"
  case unknownAttribute = "unknown-attribute"

  /// As in the catalogue, `audit.rules`.
  var version: Int { 1 }

  var severity: Severity {
    switch self {
    case .forgedReceipt, .knownForgery, .foreignApp: .critical
    case .untrustedReceipt, .corruptReceipt, .quarantinedReceipt, .testReceipt, .sandboxReceipt,
      .implausibleContent:
      .warning
    case .unsupportedReceipt, .deviceMismatch, .nonCanonicalEncoding, .noPurchases,
      .unknownAttribute:
      .info
    }
  }
}
