import OpenSSL

extension ReceiptKind {
  /// A valid signature by somebody who is not the store.
  static let trustKinds: [ReceiptKind] = [
    ReceiptKind("foreign-root", "a whole hierarchy of the attacker's own", .untrustedRoot) {
      try TestPKI.foreign.mint($1)
    },
    ReceiptKind(
      "lookalike-root", "the attacker's hierarchy under the genuine names", .untrustedRoot
    ) {
      try TestPKI.lookalike.mint($1)
    },
    ReceiptKind(
      "genuine-root-appended", "the attacker's chain, then the genuine root", .untrustedRoot
    ) {
      var container = try TestPKI.foreign.container(for: $1)
      container.certificates[2] = $0.rootCertificate
      return try container.encoded()
    },
    ReceiptKind(
      "self-signed-leaf", "a leaf with the genuine names that signs itself", .untrustedRoot
    ) {
      let leaf = try TestIdentity.selfSigned($0.leafTemplate(.sha256First), key: TestPKI.otherKey)
      var container = try $0.container(for: $1)
      container.certificates = [leaf.certificate]
      container.signers = [ReceiptSigner(leaf, digest: .sha256)]
      return try container.encoded()
    },
    ReceiptKind(
      "leaf-without-marker", "the right intermediate, a leaf not for receipts", .leafMarkerMissing
    ) {
      try $0.mint($1, chain: $0.chain(.sha256First, leaf: { $0.markers = [] }))
    },
    ReceiptKind("wrong-purpose-leaf", "signed with a developer's certificate", .leafMarkerMissing) {
      try $0.mint($1, chain: $0.developerChain())
    },
    ReceiptKind("marker-in-subject", "the marker's name only in the subject", .leafMarkerMissing) {
      let chain = try $0.chain(.sha256First) {
        $0.markers = []
        $0.subject.entries.append(.init("OU", ObjectIdentifier.receiptLeafMarker))
      }
      return try $0.mint($1, chain: chain)
    },
    ReceiptKind(
      "intermediate-without-marker", "another intermediate of the same root",
      .intermediateMarkerMissing
    ) {
      try $0.mint($1, chain: $0.chain(.sha256First, intermediate: { $0.markers = [] }))
    },
    ReceiptKind("leaf-as-issuer", "a genuine leaf (CA:FALSE) issued another one", .issuerNotACA) {
      let chain = $0.chain(.sha256First)
      var template = $0.leafTemplate(.sha256First)
      template.serial = [0x66]
      template.subject.entries[0].value += " 2"
      let second = try chain.leaf.issue(template, key: TestPKI.otherKey)
      var container = try $0.container(for: $1, chain: chain)
      container.certificates.insert(second.certificate, at: 0)
      container.signers = [ReceiptSigner(second, digest: .sha256)]
      return try container.encoded()
    },
    ReceiptKind(
      "unknown-critical-extension", "a leaf with a critical extension nobody knows", .chainBroken
    ) {
      let chain = try $0.chain(.sha256First) {
        $0.extensions.append(
          CertificateExtension("1.2.840.113635.100.6.1.99", critical: true, value: [0x05, 0x00]))
      }
      return try $0.mint($1, chain: chain)
    },
    ReceiptKind("leaf-altered", "one byte of the leaf certificate changed", .chainBroken) {
      var container = try $0.container(for: $1)
      let leaf = container.certificates[0]
      let name = Array("Receipt Signing".utf8)
      let start = leaf.indices.first { leaf[$0...].starts(with: name) } ?? leaf.count / 2
      container.certificates[0] = Tampering.flippingBit(at: start, in: leaf)
      return try container.encoded()
    },
    ReceiptKind(
      "signer-ambiguous", "two certificates of the signer's issuer and serial", .signerAmbiguous
    ) {
      let chain = $0.chain(.sha256First)
      let twin = try chain.intermediate.issue($0.leafTemplate(.sha256First), key: TestPKI.otherKey)
      var container = try $0.container(for: $1, chain: chain)
      container.certificates.append(twin.certificate)
      return try container.encoded()
    },
    ReceiptKind(
      "signer-not-embedded", "the signer's certificate is not in the bag", .signerNotFound
    ) {
      var container = try $0.container(for: $1)
      container.certificates.removeFirst()
      return try container.encoded()
    },
    ReceiptKind(
      "intermediate-omitted", "leaf and root without what joins them", .intermediateNotAvailable,
      complete: .ok
    ) {
      var container = try $0.container(for: $1)
      container.certificates.remove(at: 1)
      return try container.encoded()
    },
    ReceiptKind("weak-key", "a leaf with an RSA-1024 key", .keyNotAllowed) {
      let chain = $0.chain(.sha256First)
      let leaf = try chain.intermediate.issue(
        $0.leafTemplate(.sha256First), key: PrivateKey.generate(.rsa(bits: 1024)))
      return try $0.mint(
        $1, chain: SigningChain(leaf: leaf, intermediate: chain.intermediate, root: chain.root))
    },
    ReceiptKind("elliptic-key", "a P-256 leaf in a PKCS#7 receipt", .keyNotAllowed) {
      let chain = $0.chain(.sha256First)
      let leaf = try chain.intermediate.issue($0.leafTemplate(.sha256First), key: .generate(.p256))
      var container = try $0.container(
        for: $1, chain: SigningChain(leaf: leaf, intermediate: chain.intermediate, root: chain.root)
      )
      container.signers[0].signatureOID = "1.2.840.10045.4.3.2"
      return try container.encoded()
    },
  ]
}

extension TestPKI {
  /// A developer's certificate under the genuine intermediate: for code, not for receipts.
  public func developerChain(_ generation: Generation = .sha256First) throws -> SigningChain {
    let key = try TestPKI.otherKey
    let chain = self.chain(generation)
    var template = leafTemplate(generation)
    template.subject = DistinguishedName([
      "CN": "Test Development: Mallory (TEST123456)", "O": "Mallory", "C": "US",
    ])
    template.serial = [0x44, 0x45, 0x56]
    template.markers = [ObjectIdentifier.developerLeafMarker]
    template.extensions = [CertificateTemplates.extendedKeyUsage(ObjectIdentifier.codeSigning)]
    return SigningChain(
      leaf: try chain.intermediate.issue(template, key: key), intermediate: chain.intermediate,
      root: chain.root)
  }
}
