/// The one answer that is drawn for a stored receipt.
public enum Verdict: String, Sendable, CaseIterable {
  /// Apple (or a configured trust anchor) signed it.
  case genuine
  /// Somebody wants it to look signed, and it is not.
  case forged
  /// The signature holds, but the chain cannot be judged good at the receipt's own date.
  case untrusted
  /// A development tool signed it (Xcode, local StoreKit testing).
  case test
  /// It cannot be decoded.
  case corrupt
  /// A known format that is not judged.
  case unsupported
  /// Nothing is stored.
  case empty
  /// Set aside by the pipeline: it crashed, hung, or is too large to be fetched.
  case quarantined
}

/// Whether the signature over the signed payload holds, whoever made it.
public enum SignatureStatus: String, Sendable, CaseIterable {
  case valid, invalid, absent, unchecked
}

/// Whether the signer's chain ends at a pinned anchor under all rules.
public enum TrustStatus: String, Sendable, CaseIterable {
  case trusted, untrusted, unknown
}
