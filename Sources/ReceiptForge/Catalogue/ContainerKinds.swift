import OpenSSL

extension ReceiptKind {
  /// Containers that Apple does not make.
  static let containerKinds: [ReceiptKind] = [
    ReceiptKind("no-signer", "no SignerInfo at all", .noSigner) {
      try $0.container($1) {
        $0.signers = []
        $0.digestAlgorithms = [ObjectIdentifier.digest(.sha256)]
      }
    },
    ReceiptKind("two-signers-good-bad", "a good SignerInfo, then an attacker's", .multipleSigners) {
      let foreign = try TestPKI.foreign.chain(.sha256First)
      return try $0.container($1) {
        $0.certificates += foreign.certificates
        $0.signers.append(ReceiptSigner(foreign.leaf, digest: .sha256))
      }
    },
    ReceiptKind(
      "two-signers-bad-good", "an attacker's SignerInfo, then a good one", .multipleSigners
    ) {
      let foreign = try TestPKI.foreign.chain(.sha256First)
      return try $0.container($1) {
        $0.certificates += foreign.certificates
        $0.signers.insert(ReceiptSigner(foreign.leaf, digest: .sha256), at: 0)
      }
    },
    ReceiptKind("two-signers-good-good", "the same good SignerInfo twice", .multipleSigners) {
      try $0.container($1) { $0.signers += $0.signers }
    },
    ReceiptKind(
      "signed-attributes", "a signature over attributes, all of it right", .signedAttributes
    ) {
      try $0.container($1) { $0.signers[0].hasSignedAttributes = true }
    },
    ReceiptKind(
      "attributes-as-content", "attributes dropped, their encoding as content", .malformed
    ) {
      // RFC 5652 11 does not keep the two apart; the payload is no receipt.
      var container = try $0.container(for: $1)
      container.signers[0].hasSignedAttributes = true
      try container.seal()
      let attributes = try container.signers[0].signedAttributes(container.payload)
      container.signers[0].hasSignedAttributes = false
      container.payload = attributes
      return try container.encoded()
    },
    ReceiptKind("digest-md5", "signed with MD5", .digestNotAllowed) {
      try $0.mint($1, chain: $0.chain(.sha256First), digest: .md5)
    },
    ReceiptKind("digest-sha512", "signed with SHA-512", .digestNotAllowed) {
      try $0.mint($1, chain: $0.chain(.sha256First), digest: .sha512)
    },
    ReceiptKind("digest-unknown", "a digest algorithm that nobody knows", .digestNotAllowed) {
      try $0.container($1) { $0.signers[0].digestOID = "1.3.6.1.4.1.55555.1" }
    },
    ReceiptKind("digest-mismatch", "the signer's digest is not the container's", .digestMismatch) {
      try $0.container($1) { $0.digestAlgorithms = [ObjectIdentifier.digest(.sha1)] }
    },
    ReceiptKind(
      "algorithm-unknown", "a signature algorithm that nobody knows", .algorithmNotAllowed
    ) {
      try $0.container($1) { $0.signers[0].signatureOID = "1.3.6.1.4.1.55555.2" }
    },
    ReceiptKind("detached", "the content left out", .noContent) {
      try $0.container($1) { $0.isDetached = true }
    },
    ReceiptKind("enveloped", "envelopedData instead of signedData", .notAReceipt) {
      try $0.container($1) { $0.containerType = ObjectIdentifier.envelopedData }
    },
    ReceiptKind("nested-signed-data", "the signed content is signedData again", .notAReceipt) {
      try $0.container($1) { $0.contentType = ObjectIdentifier.signedData }
    },
    ReceiptKind(
      "indefinite-lengths", "BER with segments of 1000 octets", .ok,
      findings: ["non-canonical-encoding"]
    ) {
      try $0.container($1) { $0.lengths = .indefinite(segment: 1000) }
    },
    ReceiptKind(
      "trailing-bytes", "seven octets behind the container", .ok,
      findings: ["non-canonical-encoding"]
    ) {
      try $0.container($1) { $0.trailingBytes = Array("trailer".utf8) }
    },
    ReceiptKind(
      "revocation-lists", "a CRL in the bag", .ok, findings: ["non-canonical-encoding"]
    ) {
      let list = try RevocationList.empty($0.root)
      return try $0.container($1) { $0.revocationLists = [list] }
    },
    ReceiptKind(
      "unsigned-attributes", "an attribute outside the signature", .ok,
      findings: ["non-canonical-encoding"]
    ) {
      try $0.container($1) { $0.signers[0].hasUnsignedAttributes = true }
    },
    ReceiptKind(
      "extra-certificate", "a certificate in the bag that no chain needs", .ok,
      findings: ["non-canonical-encoding"]
    ) {
      let stray = try TestPKI.foreign.rootCertificate
      return try $0.container($1) { $0.certificates.append(stray) }
    },
  ]
}

extension TestPKI {
  /// A SHA-256 receipt whose container was changed before it was signed.
  public func container(
    _ draft: ReceiptDraft, changedBy change: (inout ReceiptContainer) throws -> Void
  ) throws -> [UInt8] {
    var container = try container(for: draft, era: .sha256)
    try change(&container)
    return try container.encoded()
  }
}
