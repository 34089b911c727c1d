public import OpenSSL

/// A PKCS#7 SignedData to be written (RFC 5652 5.1); the defaults are Apple's, each can be changed.
///
/// To forge, `seal()` first and change afterwards: what is sealed keeps the signature it has.
public struct ReceiptContainer: Sendable {
  /// How lengths are written.
  public enum Lengths: Sendable, Equatable {
    case definite
    /// BER, the content in segments of at most so many octets, as Xcode does.
    case indefinite(segment: Int)
  }

  /// The signed content.
  public var payload: [UInt8]
  /// DER, in the order in which they are embedded.
  public var certificates: [[UInt8]]
  public var signers: [ReceiptSigner]
  /// Dotted identifiers; nil: those that the signers name.
  public var digestAlgorithms: [String]?
  public var lengths = Lengths.definite
  /// The outermost content type.
  public var containerType = ObjectIdentifier.signedData
  /// The type of the signed content.
  public var contentType = ObjectIdentifier.data
  /// Whether the content is left out.
  public var isDetached = false
  /// DER CertificateLists.
  public var revocationLists: [[UInt8]] = []
  /// What follows the container.
  public var trailingBytes: [UInt8] = []

  /// Apple's shape: one signer, three certificates, no attributes.
  public init(payload: [UInt8], chain: SigningChain, digest: SigningDigest) {
    self.payload = payload
    certificates = chain.certificates
    signers = [ReceiptSigner(chain.leaf, digest: digest)]
  }

  /// Xcode's shape: one self-signed certificate, indefinite lengths, one segment.
  public init(payload: [UInt8], xcodeSigner: TestIdentity) {
    self.payload = payload
    certificates = [xcodeSigner.certificate]
    signers = [ReceiptSigner(xcodeSigner, digest: .sha256)]
    lengths = .indefinite(segment: Int(UInt16.max))
  }

  /// Makes every signature that is not made yet, over the payload as it is now.
  public mutating func seal() throws {
    for index in signers.indices { try signers[index].sign(payload) }
  }

  /// The container's bytes.
  public func encoded() throws -> [UInt8] {
    let signerInfos = try signers.map { try $0.encoded(payload) }
    let isIndefinite = lengths != .definite
    var writer = ASN1Writer()
    writer.sequence(indefinite: isIndefinite) { writer in
      writer.objectIdentifier(containerType)
      writer.constructed(0xA0, indefinite: isIndefinite) { writer in
        writer.sequence(indefinite: isIndefinite) { writer in
          writeSignedData(&writer, signerInfos, isIndefinite: isIndefinite)
        }
      }
    }
    return writer.bytes + trailingBytes
  }

  private func writeSignedData(
    _ writer: inout ASN1Writer, _ signerInfos: [[UInt8]], isIndefinite: Bool
  ) {
    writer.integer(1)
    writer.constructed(0x31) { writer in
      var seen: Set<String> = []
      for oid in digestAlgorithms ?? signers.map(\.digestOID) where seen.insert(oid).inserted {
        writer.algorithm(oid)
      }
    }
    writer.sequence(indefinite: isIndefinite) { writer in
      writer.objectIdentifier(contentType)
      if !isDetached {
        writer.constructed(0xA0, indefinite: isIndefinite) { writeContent(&$0) }
      }
    }
    if !certificates.isEmpty {
      writer.constructed(0xA0) { writer in for one in certificates { writer.raw(one) } }
    }
    if !revocationLists.isEmpty {
      writer.constructed(0xA1) { writer in for one in revocationLists { writer.raw(one) } }
    }
    writer.constructed(0x31) { writer in for one in signerInfos { writer.raw(one) } }
  }

  private func writeContent(_ writer: inout ASN1Writer) {
    switch lengths {
    case .definite: writer.octetString(payload)
    case .indefinite(let segment): writer.segmentedOctetString(payload, segment: segment)
    }
  }
}
