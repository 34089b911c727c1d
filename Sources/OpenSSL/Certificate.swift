internal import COpenSSL

/// An X.509 certificate (RFC 5280), decoded once into the facts that chain rules ask for.
public final class Certificate: @unchecked Sendable {
  // Unchecked: the X509 is read only, and its extension cache is filled before init ends.
  private let pointer: OpaquePointer  // X509

  /// The certificate's own bytes.
  public let der: [UInt8]
  public let sha256: [UInt8]
  /// Names as they are encoded: compared octet by octet.
  public let subject: [UInt8]
  public let issuer: [UInt8]
  /// Names for people, RFC 2253.
  public let subjectText: String
  public let issuerText: String
  /// Key identifiers (RFC 5280 4.2.1.1 and 4.2.1.2); nil where the extension is missing.
  public let subjectKeyID: [UInt8]?
  public let authorityKeyID: [UInt8]?
  /// The content octets of the serial number.
  public let serial: [UInt8]
  /// Validity, both ends included, in seconds since 1970.
  public let notBefore: Int64
  public let notAfter: Int64
  /// basicConstraints CA:TRUE, and keyCertSign where key usage is stated.
  public let isCA: Bool
  /// How many further intermediates may follow; nil for no limit.
  public let pathLength: Int?
  /// Whether a critical extension is there that OpenSSL does not process (RFC 5280 4.2: reject).
  public let hasUnknownCriticalExtension: Bool
  /// nil where the key cannot be decoded.
  public let publicKey: PublicKey?
  /// Dotted object identifiers of all extensions.
  public let extensionOIDs: Set<String>

  /// Decodes exactly the given bytes; anything behind the certificate is an error.
  public init(der bytes: Span<UInt8>) throws(OpenSSLError) {
    ERR_clear_error()
    var consumed = 0
    let decoded = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      let decoded = d2i_X509(nil, &cursor, buffer.count)
      consumed = buffer.baseAddress.flatMap { start in cursor.map { $0 - start } } ?? 0
      return decoded
    }
    guard let x509 = decoded else { throw OpenSSLError.draining("certificate decoding") }
    guard consumed == bytes.count else {
      X509_free(x509)
      throw OpenSSLError(operation: "certificate decoding", messages: ["trailing bytes"])
    }
    // The first call decodes and caches the extensions; a malformed one sets EXFLAG_INVALID.
    let flags = X509_get_extension_flags(x509)
    let usage = X509_get_key_usage(x509)
    let pathLength = X509_get_pathlen(x509)
    let isValid = flags & UInt32(EXFLAG_INVALID) == 0
    let claimsCA = flags & UInt32(EXFLAG_BCONS) != 0 && flags & UInt32(EXFLAG_CA) != 0
    let (oids, unknownCritical) = Self.extensions(of: x509)

    der = bytes.withUnsafeBufferPointer { [UInt8]($0) }
    sha256 = DigestContext().digest(bytes, .sha256)
    subject = Self.encoded(X509_get_subject_name(x509))
    issuer = Self.encoded(X509_get_issuer_name(x509))
    subjectText = Self.text(X509_get_subject_name(x509))
    issuerText = Self.text(X509_get_issuer_name(x509))
    subjectKeyID = Self.octets(X509_get0_subject_key_id(x509))
    authorityKeyID = Self.octets(X509_get0_authority_key_id(x509))
    serial = Self.serialContent(x509)
    notBefore = Self.seconds(X509_get0_notBefore(x509))
    notAfter = Self.seconds(X509_get0_notAfter(x509))
    isCA = isValid && claimsCA && usage & UInt32(KU_KEY_CERT_SIGN) != 0
    self.pathLength = pathLength < 0 ? nil : Int(pathLength)
    hasUnknownCriticalExtension = unknownCritical || !isValid
    extensionOIDs = oids
    publicKey = Self.publicKey(of: x509)
    pointer = x509
    ERR_clear_error()
  }

  deinit { X509_free(pointer) }

  /// Whether this certificate's signature verifies with the issuer's key; no date, no policy.
  public func isSigned(by issuer: Certificate) -> Bool {
    guard let key = issuer.publicKey else { return false }
    let answer = X509_verify(pointer, key.pointer)
    if answer != 1 { ERR_clear_error() }
    return answer == 1
  }

  /// Adds it to a store, which takes a reference of its own.
  func add(to store: OpaquePointer) { X509_STORE_add_cert(store, pointer) }

  /// The certificates of a file: DER, or PEM with any number of them.
  public static func all(in file: [UInt8]) throws(OpenSSLError) -> [Certificate] {
    guard file.first != 0x30 else { return [try Certificate(der: file.span)] }
    guard let bio = file.withUnsafeBytes({ BIO_new_mem_buf($0.baseAddress, Int32($0.count)) })
    else {
      throw OpenSSLError.draining("reading PEM")
    }
    defer { BIO_free(bio) }
    return try all(inPEM: bio, file: file)
  }

  private static func all(inPEM bio: OpaquePointer, file: [UInt8]) throws(OpenSSLError)
    -> [Certificate]
  {
    var found: [Certificate] = []
    while let x509 = withExtendedLifetime(file, { PEM_read_bio_X509(bio, nil, nil, nil) }) {
      let bytes = encoding { i2d_X509(x509, $0) }
      X509_free(x509)
      found.append(try Certificate(der: bytes.span))
    }
    let end = ERR_peek_last_error()
    guard !found.isEmpty, ERR_GET_REASON(end) == PEM_R_NO_START_LINE else {
      throw OpenSSLError.draining("reading PEM certificates")
    }
    ERR_clear_error()
    return found
  }

  private static func extensions(of x509: OpaquePointer) -> (Set<String>, unknownCritical: Bool) {
    var oids: Set<String> = []
    var unknownCritical = false
    for index in 0..<X509_get_ext_count(x509) {
      guard let one = X509_get_ext(x509, index) else { continue }
      var text = [CChar](repeating: 0, count: 128)
      let length = OBJ_obj2txt(&text, Int32(text.count), X509_EXTENSION_get_object(one), 1)
      if length > 0, length < text.count {
        oids.insert(
          String(decoding: text.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      if X509_EXTENSION_get_critical(one) == 1, X509_supported_extension(one) == 0 {
        unknownCritical = true
      }
    }
    return (oids, unknownCritical)
  }

  private static func publicKey(of x509: OpaquePointer) -> PublicKey? {
    guard let key = X509_get_pubkey(x509) else { return nil }
    var octets: UnsafePointer<UInt8>?
    var count: Int32 = 0
    X509_PUBKEY_get0_param(nil, &octets, &count, nil, X509_get_X509_PUBKEY(x509))
    let written = [UInt8](UnsafeBufferPointer(start: octets, count: Int(count)))
    return PublicKey(
      takingOwnership: key, isCanonical: encoding { i2d_PublicKey(key, $0) } == written)
  }

  private static func encoded(_ name: OpaquePointer?) -> [UInt8] {
    encoding { i2d_X509_NAME(name, $0) }
  }

  private static func encoding(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> [UInt8] {
    let length = Int(encode(nil))
    guard length > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      var cursor = buffer.baseAddress
      count = max(0, Int(encode(&cursor)))
    }
  }

  private static func text(_ name: OpaquePointer?) -> String {
    guard let bio = BIO_new(BIO_s_mem()) else { return "" }
    defer { BIO_free(bio) }
    guard X509_NAME_print_ex(bio, name, 0, UInt(receipt_name_rfc2253)) >= 0 else { return "" }
    var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    let length = BIO_read(bio, &text, Int32(text.count))
    return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
  }

  private static func octets(_ string: UnsafePointer<ASN1_OCTET_STRING>?) -> [UInt8]? {
    guard let string, let data = ASN1_STRING_get0_data(string) else { return nil }
    return [UInt8](UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
  }

  private static func serialContent(_ x509: OpaquePointer) -> [UInt8] {
    // i2d gives tag, short length (RFC 5280: at most 20 octets), content.
    let encoded = encoding { i2d_ASN1_INTEGER(X509_get0_serialNumber(x509), $0) }
    return encoded.count > 2 && encoded[1] < 0x80 ? Array(encoded.dropFirst(2)) : encoded
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
    var broken = tm()
    guard ASN1_TIME_to_tm(time, &broken) == 1 else {
      ERR_clear_error()
      return 0
    }
    return Int64(timegm(&broken))
  }
}
