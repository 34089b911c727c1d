public import OpenSSL

extension TestPKI {
  /// A container for the draft, signed by the leaf that is valid at its creation date.
  ///
  /// - Parameter era: nil for the one that the creation date belongs to.
  public func container(for draft: ReceiptDraft, era: Era? = nil) throws -> ReceiptContainer {
    let moment = draft.creationDate.flatMap(ReceiptDate.seconds)
    let fallback = ReceiptDate.at("2023-06-01")
    let era = era ?? moment.map(Era.at) ?? .sha256
    return try container(for: draft, chain: chain(era, at: moment ?? fallback), digest: era.digest)
  }

  /// A container for the draft, signed by the chain's leaf whatever the date.
  public func container(
    for draft: ReceiptDraft, chain: SigningChain, digest: SigningDigest = .sha256
  ) throws -> ReceiptContainer {
    ReceiptContainer(payload: try draft.payload(), chain: chain, digest: digest)
  }

  /// A genuine receipt's DER; a draft of an Xcode receipt gets Xcode's signer and form.
  public func mint(_ draft: ReceiptDraft, era: Era? = nil) throws -> [UInt8] {
    guard draft.store != .xcode else {
      return try ReceiptContainer(payload: draft.payload(), xcodeSigner: TestPKI.storeKit).encoded()
    }
    return try container(for: draft, era: era).encoded()
  }

  /// A receipt's DER, signed by the chain's leaf whatever the date.
  public func mint(
    _ draft: ReceiptDraft, chain: SigningChain, digest: SigningDigest = .sha256
  ) throws -> [UInt8] {
    try container(for: draft, chain: chain, digest: digest).encoded()
  }
}

/// Changing bytes after they were signed.
public enum Tampering {
  /// `bytes` with the first occurrence of `text` replaced; nil where it does not occur.
  public static func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8]? {
    let old = Array(text.utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else {
      return nil
    }
    return Array(bytes[..<start]) + Array(other.utf8) + bytes[(start + old.count)...]
  }

  /// `bytes` with one bit of the octet at `index` changed.
  public static func flippingBit(at index: Int, in bytes: [UInt8]) -> [UInt8] {
    var changed = bytes
    changed[index] ^= 1
    return changed
  }
}
