internal import COpenSSL

/// What a test certificate shall say; `mint` signs it.
///
/// Nothing is checked: a template may describe a certificate that no authority would issue.
public struct CertificateTemplate: Sendable {
  public var subject: DistinguishedName
  /// The serial number's content octets, most significant first.
  public var serial: [UInt8]
  /// Validity, both ends included, in seconds since 1970; written as UTCTime through 2049.
  public var notBefore: Int64
  public var notAfter: Int64
  public var isCA: Bool
  /// How many further intermediates may follow; nil for no limit.
  public var pathLength: Int?
  /// OpenSSL's names, such as `digitalSignature` or `keyCertSign`; empty for no key usage at all.
  public var keyUsage: [String]
  /// Dotted identifiers, written as extensions that are not critical and hold NULL.
  public var markers: [String]
  /// Written after the others, as they are.
  public var extensions: [CertificateExtension]
  /// What the issuer's signature is made with.
  public var digest: SigningDigest

  public init(
    subject: DistinguishedName, serial: [UInt8], notBefore: Int64, notAfter: Int64,
    isCA: Bool = false, pathLength: Int? = nil, keyUsage: [String] = ["digitalSignature"],
    markers: [String] = [], extensions: [CertificateExtension] = [], digest: SigningDigest = .sha256
  ) {
    self.subject = subject
    self.serial = serial
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.isCA = isCA
    self.pathLength = pathLength
    self.keyUsage = keyUsage
    self.markers = markers
    self.extensions = extensions
    self.digest = digest
  }

  /// The certificate's DER: `key`'s public half, signed by `issuerKey` under the name `issuer`.
  public func mint(
    key: PrivateKey, issuer: DistinguishedName, issuerKey: PrivateKey
  ) throws(OpenSSLError) -> [UInt8] {
    ERR_clear_error()
    guard let certificate = X509_new() else { throw OpenSSLError.draining("minting") }
    defer { X509_free(certificate) }
    try setFacts(of: certificate, key: key, issuer: issuer)
    try addExtensions(to: certificate)
    guard X509_sign(certificate, issuerKey.pointer, digest.algorithm) > 0 else {
      throw OpenSSLError.draining("signing a certificate with \(digest.rawValue)")
    }
    let signed = encodedBytes { i2d_re_X509_tbs(certificate, $0) }
    if let fixed = try issuerKey.fixedSignature(signed, digest: digest),
      let signature = ECDSASignature(fixed: fixed.span)
    {
      try setSignature(signature.der, of: certificate)
    }
    return encodedBytes { i2d_X509(certificate, $0) }
  }

  /// OpenSSL's own signature with an elliptic key is another one each time.
  private func setSignature(
    _ signature: [UInt8], of certificate: OpaquePointer
  ) throws(OpenSSLError) {
    var place: UnsafePointer<ASN1_BIT_STRING>?
    X509_get0_signature(&place, nil, certificate)
    guard let place,
      ASN1_STRING_set(UnsafeMutablePointer(mutating: place), signature, Int32(signature.count)) == 1
    else { throw OpenSSLError.draining("signing a certificate") }
  }

  /// The certificate's DER, signed by its own key.
  public func mintSelfSigned(key: PrivateKey) throws(OpenSSLError) -> [UInt8] {
    try mint(key: key, issuer: subject, issuerKey: key)
  }

  private func setFacts(
    of certificate: OpaquePointer, key: PrivateKey, issuer: DistinguishedName
  ) throws(OpenSSLError) {
    let subjectName = try subject.makeName()
    defer { X509_NAME_free(subjectName) }
    let issuerName = try issuer.makeName()
    defer { X509_NAME_free(issuerName) }
    let number = BN_bin2bn(serial, Int32(serial.count), nil)
    defer { BN_free(number) }
    guard X509_set_version(certificate, 2) == 1,
      BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil,
      X509_set_subject_name(certificate, subjectName) == 1,
      X509_set_issuer_name(certificate, issuerName) == 1,
      ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(notBefore)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(notAfter)) != nil,
      X509_set_pubkey(certificate, key.pointer) == 1
    else { throw OpenSSLError.draining("minting") }
  }

  private func addExtensions(to certificate: OpaquePointer) throws(OpenSSLError) {
    let limit = pathLength.map { ",pathlen:\($0)" } ?? ""
    try add(
      NID_basic_constraints, "critical,CA:\(isCA ? "TRUE" : "FALSE")\(limit)", to: certificate)
    if !keyUsage.isEmpty {
      try add(NID_key_usage, "critical,\(keyUsage.joined(separator: ","))", to: certificate)
    }
    try add(NID_subject_key_identifier, "hash", to: certificate)
    for marker in markers {
      try CertificateExtension(marker, value: [0x05, 0x00]).add(to: certificate)
    }
    for one in extensions { try one.add(to: certificate) }
  }

  private func add(_ nid: Int32, _ text: String, to certificate: OpaquePointer) throws(OpenSSLError)
  {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, nil, certificate, nil, nil, 0)
    guard let made = X509V3_EXT_nconf_nid(nil, &context, nid, text) else {
      throw OpenSSLError.draining("extension \(text)")
    }
    defer { X509_EXTENSION_free(made) }
    guard X509_add_ext(certificate, made, -1) == 1 else {
      throw OpenSSLError.draining("extension \(text)")
    }
  }
}

/// One extension of a test certificate, with its value's DER.
public struct CertificateExtension: Sendable {
  public var oid: String
  public var isCritical: Bool
  public var value: [UInt8]

  public init(_ oid: String, critical: Bool = false, value: [UInt8]) {
    self.oid = oid
    isCritical = critical
    self.value = value
  }

  func add(to certificate: OpaquePointer) throws(OpenSSLError) {
    let object = OBJ_txt2obj(oid, 1)
    defer { ASN1_OBJECT_free(object) }
    let octets = ASN1_OCTET_STRING_new()
    defer { ASN1_OCTET_STRING_free(octets) }
    guard object != nil, ASN1_OCTET_STRING_set(octets, value, Int32(value.count)) == 1,
      let made = X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, octets)
    else { throw OpenSSLError.draining("extension \(oid)") }
    defer { X509_EXTENSION_free(made) }
    guard X509_add_ext(certificate, made, -1) == 1 else {
      throw OpenSSLError.draining("extension \(oid)")
    }
  }
}
