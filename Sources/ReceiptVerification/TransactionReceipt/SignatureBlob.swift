/// The signature of a transaction receipt, as offsets.
///
/// version (1 octet), signature (RSA: 128 octets in version 2, 256 in version 3), length of the
/// certificate (4 octets, big-endian), the signer's certificate in DER, which ends the blob.
struct SignatureBlob {
  enum Version: UInt8 {
    /// A signer of purchases alone, with a key of 1024 bits; until 2016.
    case two = 2
    /// The signer of app receipts.
    case three = 3

    var signatureLength: Int { self == .two ? 128 : 256 }

    var purpose: SigningPurpose { self == .two ? .purchases : .receipts }
  }

  let version: Version
  let signature: Range<Int>
  let certificate: Range<Int>

  init(_ bytes: Span<UInt8>) throws(DecodingFailure) {
    guard bytes.count > 0 else { throw .truncated }
    guard let version = Version(rawValue: bytes[0]) else { throw .malformed }
    let signatureEnd = 1 + version.signatureLength
    guard bytes.count >= signatureEnd + 4 else { throw .truncated }
    var length = 0
    for index in signatureEnd..<signatureEnd + 4 { length = length << 8 | Int(bytes[index]) }
    guard length <= Limits.certificateBytes else { throw .limitExceeded }
    let end = signatureEnd + 4 + length
    guard end <= bytes.count else { throw .truncated }
    guard length > 0, end == bytes.count else { throw .malformed }
    self.version = version
    signature = 1..<signatureEnd
    certificate = signatureEnd + 4..<end
  }
}
