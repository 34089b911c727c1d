public import OpenSSL

/// One SignerInfo to be written (RFC 5652 5.3); the defaults are Apple's.
public struct ReceiptSigner: Sendable {
  /// Whose key signs, and whose issuer and serial are named.
  public var identity: TestIdentity
  /// What is signed with.
  public var digest: SigningDigest
  /// The digest algorithm's name as written; differs from `digest` only in a lie.
  public var digestOID: String
  /// rsaEncryption, or another dotted identifier.
  public var signatureOID = ObjectIdentifier.rsaEncryption
  /// Whether the signature covers attributes instead of the content itself.
  public var hasSignedAttributes = false
  /// Whether an attribute follows the signature, which protects it not.
  public var hasUnsignedAttributes = false
  /// nil: made when the container is written.
  public var signature: [UInt8]?

  public init(_ identity: TestIdentity, digest: SigningDigest) {
    self.identity = identity
    self.digest = digest
    digestOID = ObjectIdentifier.digest(digest)
  }

  /// Changes one bit of a signature that is made.
  public mutating func flipSignatureBit(octet: Int = 100) {
    guard let made = signature, made.indices.contains(octet) else { return }
    signature?[octet] = made[octet] ^ 1
  }

  mutating func sign(_ content: [UInt8]) throws {
    guard signature == nil else { return }
    let signed = hasSignedAttributes ? try signedAttributes(content) : content
    signature = try identity.key.sign(signed, digest: digest)
  }

  func encoded(_ content: [UInt8]) throws -> [UInt8] {
    var signer = self
    try signer.sign(content)
    let issuer = try identity.issuer.encoded()
    let attributes = try hasSignedAttributes ? signedAttributes(content) : []
    return ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.integer(1)
        writer.sequence { writer in
          writer.raw(issuer)
          writer.unsignedInteger(identity.serial)
        }
        writer.algorithm(digestOID)
        // Signed as a SET OF, written under an implicit tag [0] (RFC 5652 5.4).
        if !attributes.isEmpty { writer.raw([0xA0] + attributes.dropFirst()) }
        writer.algorithm(signatureOID)
        writer.octetString(signer.signature ?? [])
        if hasUnsignedAttributes {
          writer.constructed(0xA1) {
            $0.raw(Self.attribute(ObjectIdentifier.unstructuredName) { $0.utf8String("x") })
          }
        }
      }
    }
  }

  /// The DER SET OF that is signed: content type and message digest.
  public func signedAttributes(_ content: [UInt8]) throws -> [UInt8] {
    let messageDigest = try digest.hash(content)
    let type = Self.attribute(ObjectIdentifier.contentType) {
      $0.objectIdentifier(ObjectIdentifier.data)
    }
    let digest = Self.attribute(ObjectIdentifier.messageDigest) { $0.octetString(messageDigest) }
    return ASN1Writer.encode { $0.setOf([type, digest]) }
  }

  private static func attribute(_ oid: String, _ value: (inout ASN1Writer) -> Void) -> [UInt8] {
    ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.objectIdentifier(oid)
        writer.constructed(0x31, value)
      }
    }
  }
}

extension ASN1Writer {
  /// AlgorithmIdentifier with explicit NULL parameters, as Apple writes it.
  mutating func algorithm(_ oid: String) {
    sequence { writer in
      writer.objectIdentifier(oid)
      writer.null()
    }
  }
}
