/// A PKCS#7 SignedData (RFC 2315 9.1, RFC 5652 5.1), as offsets into the bytes it was read from.
///
/// ContentInfo ::= SEQUENCE { signedData, [0] SignedData }
/// SignedData ::= SEQUENCE { version, digestAlgorithms SET, encapContentInfo SEQUENCE { data,
///   [0] OCTET STRING }, certificates [0] OPTIONAL, crls [1] OPTIONAL, signerInfos SET }
struct Container {
  /// The content of the signed OCTET STRING.
  var content: Range<Int>
  /// Whether the content is in segments, which must be joined first (X.690 8.7.3).
  var isSegmented = false
  var digestAlgorithms: Range<Int>
  /// The content of the certificate bag; nil where there is none.
  var certificates: Range<Int>?
  var signerCount = 0
  /// The first signer; nil where there is none.
  var signer: SignerInfo?

  var hasRevocationLists = false
  var hasIndefiniteLength = false
  var trailingBytes = 0

  init(_ bytes: Span<UInt8>) throws(DecodingFailure) {
    var outer = EncodingReader(0..<bytes.count, .basic)
    let contentInfo = try outer.next(bytes)
    guard contentInfo.tag == Tag.sequence else { throw .notAReceipt }
    trailingBytes = bytes.count - contentInfo.end
    hasIndefiniteLength = contentInfo.isIndefinite

    var info = outer.inside(contentInfo)
    guard let type = try info.nextIf(Tag.objectIdentifier, bytes) else { throw .notAReceipt }
    try Self.require(OID.signedData, type, bytes)
    let wrapper = try info.next(Tag.context0, bytes)
    guard info.isAtEnd else { throw .malformed }
    var inner = info.inside(wrapper)
    let signedData = try inner.next(Tag.sequence, bytes)
    guard inner.isAtEnd else { throw .malformed }

    var fields = inner.inside(signedData)
    _ = try fields.next(Tag.integer, bytes)
    digestAlgorithms = try fields.next(Tag.set, bytes).content
    let encapsulated = fields.inside(try fields.next(Tag.sequence, bytes))
    (content, isSegmented) = try Self.signedContent(encapsulated, bytes)
    certificates = try fields.nextIf(Tag.context0, bytes)?.content
    hasRevocationLists = try fields.nextIf(Tag.context1, bytes) != nil

    var signers = fields.inside(try fields.next(Tag.set, bytes))
    guard fields.isAtEnd else { throw .malformed }
    while !signers.isAtEnd {
      guard signerCount < Limits.signers else { throw .limitExceeded }
      let element = try signers.next(Tag.sequence, bytes)
      let info = try SignerInfo(signers.inside(element), bytes)
      if signer == nil { signer = info }
      signerCount += 1
    }
  }

  private static func signedContent(
    _ reader: EncodingReader, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> (Range<Int>, isSegmented: Bool) {
    var fields = reader
    let type = try fields.next(Tag.objectIdentifier, bytes)
    try require(OID.data, type, bytes)
    guard let wrapper = try fields.nextIf(Tag.context0, bytes) else { throw .noContent }
    var inner = fields.inside(wrapper)
    guard !inner.isAtEnd else { throw .noContent }
    let octets = try inner.next(bytes)
    guard inner.isAtEnd, fields.isAtEnd else { throw .malformed }
    switch octets.tag {
    case Tag.octetString: return (octets.content, false)
    case Tag.constructedOctetString: return (octets.content, true)
    default: throw .malformed
    }
  }

  /// Any other content type is no receipt.
  private static func require(
    _ identifier: [UInt8], _ type: Element, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) {
    guard type.content.count <= Limits.identifierBytes else { throw .limitExceeded }
    guard bytes.holds(type.content, identifier) else { throw .notAReceipt }
  }

  /// Whether there are parts that nothing signs and no rule reads.
  var hasUnsignedParts: Bool { hasRevocationLists || signer?.hasUnsignedAttributes ?? false }

  /// The joined segments of a constructed OCTET STRING.
  static func joinedSegments(
    _ range: Range<Int>, _ bytes: Span<UInt8>, depth: Int = 0
  ) throws(DecodingFailure) -> [UInt8] {
    guard depth < Limits.nesting else { throw .malformed }
    var joined: [UInt8] = []
    var segments = EncodingReader(range, .basic)
    while !segments.isAtEnd {
      let segment = try segments.next(bytes)
      switch segment.tag {
      case Tag.octetString: joined += bytes.copy(segment.content)
      case Tag.constructedOctetString:
        joined += try joinedSegments(segment.content, bytes, depth: depth + 1)
      default: throw .malformed
      }
    }
    return joined
  }
}
