public import OpenSSL

/// What single purchases were signed with until 2016: an intermediate of their own, and a leaf with
/// a key of 1024 bits. Neither is embedded in anything.
extension TestPKI {
  /// The chain of transaction receipts of version 2.
  public func purchaseChain(
    leaf: (inout CertificateTemplate) -> Void = { _ in }
  ) throws -> SigningChain {
    let issuer = try purchaseIntermediate
    var template = Self.purchaseLeaf
    leaf(&template)
    return SigningChain(
      leaf: try issuer.issue(template, key: PrivateKey(pem: Self.purchaseKey)),
      intermediate: issuer, root: root)
  }

  /// A leaf for purchases that another issuer than theirs vouches for.
  public func purchaseLeaf(issuedBy issuer: TestIdentity) throws -> TestIdentity {
    try issuer.issue(Self.purchaseLeaf, key: PrivateKey(pem: Self.purchaseKey))
  }

  /// A leaf for purchases that vouches for itself.
  public static func selfSignedPurchaseLeaf() throws -> TestIdentity {
    try .selfSigned(purchaseLeaf, key: PrivateKey(pem: purchaseKey))
  }

  /// The intermediate that `--intermediate` is given for transaction receipts of version 2.
  public var purchaseIntermediate: TestIdentity {
    get throws {
      try root.issue(Self.purchaseIssuer, key: PrivateKey(pem: TestKeys.intermediate))
    }
  }

  private static let purchaseIssuer = CertificateTemplate(
    subject: DistinguishedName([
      "C": "US", "O": "Receipt Audit Test", "OU": "Test Certification Authority",
      "CN": "Test Store Certification Authority",
    ]),
    serial: [0x19], notBefore: ReceiptDate.at("2009-05-19T18:31:30Z"),
    notAfter: ReceiptDate.at("2016-05-18T18:31:30Z"), isCA: true, pathLength: 0,
    keyUsage: ["keyCertSign", "cRLSign"], markers: [ObjectIdentifier.storeIntermediateMarker],
    digest: .sha1)

  private static let purchaseLeaf = CertificateTemplate(
    subject: DistinguishedName([
      "C": "US", "O": "Receipt Audit Test", "OU": "Test Store", "CN": "Test Purchase Certificate",
    ]),
    serial: [0x1B, 0xA9], notBefore: ReceiptDate.at("2014-06-07T00:02:21Z"),
    notAfter: ReceiptDate.at("2016-05-18T18:31:30Z"),
    markers: [ObjectIdentifier.purchaseLeafMarker], digest: .sha1)

  /// Published, as every key of the hierarchy.
  private static let purchaseKey = """
    -----BEGIN PRIVATE KEY-----
    MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAKPnJVG53OG3w79r
    rbk0xJuLjpVwhuWM3bL53HbHK+JxsePsq9cvlbxQhPW0MQgrq1/xsKDluExrfZGw
    LGr4H8jLVnWLz2RKkmwEGaqLpyazPhBDW5arCHlIG3Rtv9rGiQTmfqb7pHb3Z0wC
    JFSjGYM/Cb146VeJRModzr90F0ZRAgMBAAECgYBNKddSAJTS13cauZESLpuZNzyr
    ckyv6X++cQ+wA9jPRQOg8J1+M3LlM2tFWc3zsMt/4gNr3HrFz51QZ4ah3aroVmIk
    pTlRJkPkIGLB4GRY0xYZ3ebe65rx+iqd8agXPtQRU9Qb+qaVSekRP6SZJwyun7+V
    zBXPILNdNdBkv+XOOQJBANeW3tmAuGUHP5Ok2snH6aYlS7uTGiZ7xfuvX2qXXhxf
    jeL63ttSvLmx8WtN+uPL59jFw5YBdgTTd2Za1TcZTPMCQQDCoBWMaAICAsPtGu9L
    I1kRJ5hW/WYUDt6RM1hmQkiZzkLs1caToNU8YL8gyW8B6fpIMeihi07WFRwDF8Mj
    w6CrAkEApmMWUx95MN/LPZP6F8lmlogqTvZVNGZKgtjy9z0jsRo+U3PzE6pjZZ3k
    CUEB5VW19iOLs/Yks8zRVfm8nO216QJAadKFJOzAertqMJe+mMpFeXBgApyRTkKv
    fZ+/ZwqPUyG1ffTWnhqLFuM7yOX9t7qy3WJVrNCEMx8TNhNLhTyvNQJAY/zZSpnB
    vBE9tDg2FZ/gSpUzB6j+xBRz78M/GeeuhAmxVStLo3Av+z1Dm7oJZdCM+WkAAN2A
    bU009GIMeg+1bg==
    -----END PRIVATE KEY-----
    """
}
