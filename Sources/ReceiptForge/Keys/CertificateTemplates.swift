import OpenSSL

/// Object identifiers of Apple's certificate extensions and of the containers.
enum ObjectIdentifier {
  static let receiptLeafMarker = "1.2.840.113635.100.6.11.1"
  static let intermediateMarker = "1.2.840.113635.100.6.2.1"
  static let purchaseLeafMarker = "1.2.840.113635.100.6.5.1"
  static let storeIntermediateMarker = "1.2.840.113635.100.6.2.2"
  static let developerLeafMarker = "1.2.840.113635.100.6.1.2"

  static let data = "1.2.840.113549.1.7.1"
  static let signedData = "1.2.840.113549.1.7.2"
  static let envelopedData = "1.2.840.113549.1.7.3"
  static let rsaEncryption = "1.2.840.113549.1.1.1"
  static let contentType = "1.2.840.113549.1.9.3"
  static let messageDigest = "1.2.840.113549.1.9.4"
  static let unstructuredName = "1.2.840.113549.1.9.2"
  static let friendlyName = "1.2.840.113549.1.9.20"

  static let certificatePolicies = "2.5.29.32"
  static let extendedKeyUsage = "2.5.29.37"
  static let codeSigning = "1.3.6.1.5.5.7.3.3"
  static let authorityInformation = "1.3.6.1.5.5.7.1.1"
  static let receiptPolicy = "1.2.840.113635.100.5.6.1"

  static func digest(_ digest: SigningDigest) -> String {
    switch digest {
    case .md5: "1.2.840.113549.2.5"
    case .sha1: "1.3.14.3.2.26"
    case .sha256: "2.16.840.1.101.3.4.2.1"
    case .sha384: "2.16.840.1.101.3.4.2.2"
    case .sha512: "2.16.840.1.101.3.4.2.3"
    }
  }
}

/// What the certificates of the hierarchy say: Apple's shape, names that nobody can mistake.
enum CertificateTemplates {
  static func root(organisation: String) -> CertificateTemplate {
    CertificateTemplate(
      subject: DistinguishedName([
        "C": "US", "O": organisation, "OU": "Test Certification Authority",
        "CN": "Test Apple Root CA",
      ]),
      serial: [0x02], notBefore: ReceiptDate.at("2006-04-25T21:40:36Z"),
      notAfter: ReceiptDate.at("2035-02-09T21:40:36Z"), isCA: true,
      keyUsage: ["keyCertSign", "cRLSign"], extensions: [policies(notice)], digest: .sha1)
  }

  static func intermediate(_ generation: Generation, organisation: String) -> CertificateTemplate {
    CertificateTemplate(
      subject: DistinguishedName([
        "C": "US", "O": organisation, "OU": "G\(generation.intermediateNumber)",
        "CN": "Test Worldwide Developer Relations Certification Authority",
      ]),
      serial: [0x1D, 0xA0, generation.intermediateNumber],
      notBefore: generation.intermediateValidity.lowerBound,
      notAfter: generation.intermediateValidity.upperBound, isCA: true, pathLength: 0,
      keyUsage: ["keyCertSign", "cRLSign"], markers: [ObjectIdentifier.intermediateMarker],
      extensions: [responder("http://ocsp.test.invalid/ocsp03-root")],
      digest: generation.era.digest)
  }

  static func leaf(_ generation: Generation, organisation: String) -> CertificateTemplate {
    CertificateTemplate(
      subject: DistinguishedName([
        "CN": "Test Mac App Store and iTunes Store Receipt Signing",
        "OU": "Test Worldwide Developer Relations", "O": organisation, "C": "US",
      ]),
      serial: generation.leafSerial, notBefore: generation.leafValidity.lowerBound,
      notAfter: generation.leafValidity.upperBound,
      markers: [ObjectIdentifier.receiptLeafMarker],
      extensions: [
        responder("http://ocsp.test.invalid/ocsp03-wwdr"), policies(notice + " " + notice),
      ],
      digest: generation.era.digest)
  }

  /// What Xcode signs test receipts with: one self-signed CA certificate, the same for everyone.
  static let storeKit = CertificateTemplate(
    subject: DistinguishedName([
      "CN": "StoreKit", "O": "StoreKit", "OU": "StoreKit", "C": "US", "emailAddress": "StoreKit",
    ]),
    serial: [0x01], notBefore: ReceiptDate.at("2020-04-01T17:52:35Z"),
    notAfter: ReceiptDate.at("2040-03-27T17:52:35Z"), isCA: true,
    keyUsage: ["digitalSignature", "keyCertSign"],
    extensions: [extendedKeyUsage(ObjectIdentifier.codeSigning, critical: true)])

  static func extendedKeyUsage(_ purpose: String, critical: Bool = false) -> CertificateExtension {
    CertificateExtension(
      ObjectIdentifier.extendedKeyUsage, critical: critical,
      value: ASN1Writer.encode { $0.sequence { $0.objectIdentifier(purpose) } })
  }

  private static let notice =
    "This certificate belongs to a test hierarchy whose private keys are published. It proves "
    + "nothing and protects nothing; no relying party may accept what is signed with it."

  /// certificatePolicies with a user notice (RFC 5280 4.2.1.4), which is most of Apple's bulk.
  private static func policies(_ text: String) -> CertificateExtension {
    CertificateExtension(
      ObjectIdentifier.certificatePolicies,
      value: ASN1Writer.encode { writer in
        writer.sequence { writer in
          writer.sequence { writer in
            writer.objectIdentifier(ObjectIdentifier.receiptPolicy)
            writer.sequence { writer in
              writer.sequence { writer in
                writer.objectIdentifier("1.3.6.1.5.5.7.2.2")
                writer.sequence { $0.utf8String(text) }
              }
            }
          }
        }
      })
  }

  /// authorityInfoAccess naming an OCSP responder (RFC 5280 4.2.2.1).
  private static func responder(_ address: String) -> CertificateExtension {
    CertificateExtension(
      ObjectIdentifier.authorityInformation,
      value: ASN1Writer.encode { writer in
        writer.sequence { writer in
          writer.sequence { writer in
            writer.objectIdentifier("1.3.6.1.5.5.7.48.1")
            writer.primitive(0x86, Array(address.utf8))
          }
        }
      })
  }
}
