public import OpenSSL

/// A test certificate with the private key that belongs to it.
public struct TestIdentity: Sendable {
  /// DER.
  public let certificate: [UInt8]
  public let key: PrivateKey
  public let subject: DistinguishedName
  public let issuer: DistinguishedName
  public let serial: [UInt8]

  /// A certificate that signs itself.
  public static func selfSigned(
    _ template: CertificateTemplate, key: PrivateKey
  ) throws(OpenSSLError) -> TestIdentity {
    TestIdentity(
      certificate: try template.mintSelfSigned(key: key), key: key, subject: template.subject,
      issuer: template.subject, serial: template.serial)
  }

  /// A certificate signed by this identity, whether or not this one may issue any.
  public func issue(
    _ template: CertificateTemplate, key: PrivateKey
  ) throws(OpenSSLError) -> TestIdentity {
    TestIdentity(
      certificate: try template.mint(key: key, issuer: subject, issuerKey: self.key), key: key,
      subject: template.subject, issuer: subject, serial: template.serial)
  }
}

/// A signer with the certificates that lead from it to its root.
public struct SigningChain: Sendable {
  public var leaf: TestIdentity
  public var intermediate: TestIdentity
  public var root: TestIdentity

  public init(leaf: TestIdentity, intermediate: TestIdentity, root: TestIdentity) {
    self.leaf = leaf
    self.intermediate = intermediate
    self.root = root
  }

  /// As Apple embeds them: leaf, intermediate, root.
  public var certificates: [[UInt8]] {
    [leaf.certificate, intermediate.certificate, root.certificate]
  }
}
