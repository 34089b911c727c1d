/// An ECDSA signature.
///
/// JSON web signatures write it as two numbers of the curve's width (RFC 7518 3.4, IEEE P1363);
/// OpenSSL wants SEQUENCE { r INTEGER, s INTEGER } (RFC 3279 2.2.3).
public struct ECDSASignature: Sendable {
  /// Octets of the fixed form over P-256.
  public static let p256Bytes = 64
  /// Octets of the fixed form over P-384, the widest that a one-octet DER length takes.
  private static let p384Bytes = 96

  /// The DER encoding.
  public let der: [UInt8]

  /// nil for a length that no supported curve has.
  public init?(fixed bytes: Span<UInt8>) {
    guard bytes.count == Self.p256Bytes || bytes.count == Self.p384Bytes else { return nil }
    var encoding: [UInt8] = []
    encoding.reserveCapacity(bytes.count + 8)
    encoding += [0x30, 0]
    let half = bytes.count / 2
    Self.append(bytes.extracting(0..<half), to: &encoding)
    Self.append(bytes.extracting(half..<bytes.count), to: &encoding)
    encoding[1] = UInt8(encoding.count - 2)
    der = encoding
  }

  /// The shortest encoding of a number that is not negative.
  private static func append(_ number: Span<UInt8>, to encoding: inout [UInt8]) {
    var start = 0
    while start < number.count - 1, number[start] == 0 { start += 1 }
    let padding = number[start] >= 0x80 ? 1 : 0
    encoding.append(0x02)
    encoding.append(UInt8(number.count - start + padding))
    if padding == 1 { encoding.append(0) }
    for index in start..<number.count { encoding.append(number[index]) }
  }
}
