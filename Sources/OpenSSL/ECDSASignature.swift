/// An ECDSA signature over P-256.
///
/// JSON web signatures write it as two numbers of 32 octets each (RFC 7518 3.4, IEEE P1363);
/// OpenSSL wants SEQUENCE { r INTEGER, s INTEGER } (RFC 3279 2.2.3).
public struct ECDSASignature: Sendable {
  /// Octets of the fixed form.
  public static let p256Bytes = 64

  /// The DER encoding.
  public let der: [UInt8]

  /// nil for any other length.
  public init?(fixed bytes: Span<UInt8>) {
    guard bytes.count == Self.p256Bytes else { return nil }
    var encoding: [UInt8] = []
    encoding.reserveCapacity(Self.p256Bytes + 8)
    encoding += [0x30, 0]
    Self.append(bytes.extracting(0..<32), to: &encoding)
    Self.append(bytes.extracting(32..<64), to: &encoding)
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
