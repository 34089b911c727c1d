/// One signer of a container (RFC 5652 5.3), as offsets.
///
/// SignerInfo ::= SEQUENCE { version, sid, digestAlgorithm, [0] signedAttrs OPTIONAL,
///   signatureAlgorithm, signature OCTET STRING, [1] unsignedAttrs OPTIONAL }
struct SignerInfo {
  /// Issuer name, whole, and the content of the serial number; nil for a signer named by key id,
  /// which no receipt uses.
  var issuerAndSerial: (issuer: Range<Int>, serial: Range<Int>)?
  /// The whole signer identifier: with the bag it decides which chain is meant.
  var identifier: Range<Int>
  /// Content of the object identifiers.
  var digestAlgorithm: Range<Int>
  var signatureAlgorithm: Range<Int>
  var signature: Range<Int>
  var hasSignedAttributes: Bool
  var hasUnsignedAttributes: Bool

  init(_ reader: EncodingReader, _ bytes: Span<UInt8>) throws(DecodingFailure) {
    var fields = reader
    _ = try fields.next(Tag.integer, bytes)
    let sid = try fields.next(bytes)
    identifier = sid.whole
    if sid.tag == Tag.sequence {
      var name = fields.inside(sid)
      let issuer = try name.next(Tag.sequence, bytes)
      let serial = try name.next(Tag.integer, bytes)
      guard name.isAtEnd else { throw .malformed }
      issuerAndSerial = (issuer.whole, serial.content)
    }
    digestAlgorithm = try Self.algorithm(&fields, bytes)
    hasSignedAttributes = try fields.nextIf(Tag.context0, bytes) != nil
    signatureAlgorithm = try Self.algorithm(&fields, bytes)
    signature = try fields.next(Tag.octetString, bytes).content
    hasUnsignedAttributes = try fields.nextIf(Tag.context1, bytes) != nil
    guard fields.isAtEnd else { throw .malformed }
  }

  /// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }
  static func algorithm(
    _ reader: inout EncodingReader, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Range<Int> {
    var fields = reader.inside(try reader.next(Tag.sequence, bytes))
    let identifier = try fields.next(Tag.objectIdentifier, bytes).content
    guard identifier.count <= Limits.identifierBytes else { throw .limitExceeded }
    // NULL for what receipts name (RFC 3370), a SEQUENCE for what they never do.
    if !fields.isAtEnd {
      let parameters = try fields.next(bytes)
      // Two octets exactly: OpenSSL reads no other NULL either.
      let isNull = parameters.tag == Tag.null && parameters.whole.count == 2
      guard isNull || parameters.tag == Tag.sequence else { throw .malformed }
    }
    guard fields.isAtEnd else { throw .malformed }
    return identifier
  }
}
