/// The header of a signed token (RFC 7515 4), as far as it counts here.
///
/// Keys and addresses of keys (`jwk`, `jku`, `x5u`, `kid`) are not looked at: the signer is the one
/// that `x5c` leads to.
struct TokenHeader {
  /// nil where it names none, or not in one text.
  let algorithm: String?
  /// DER, signer first.
  private(set) var certificates: [[UInt8]] = []

  /// The one algorithm that Apple signs with (RFC 7518 3.4).
  static let es256 = "ES256"

  /// - Throws: `malformed` for what is no JSON object, for critical members (there is none that is
  ///   understood, RFC 7515 4.1.11), and, under the one allowed algorithm, for an `x5c` that is not
  ///   three certificates in padded standard base64 (Xcode's has one).
  init(_ header: Span<UInt8>) throws(DecodingFailure) {
    let object = try JSONReader.object(header)
    algorithm = object.text("alg")
    guard algorithm == Self.es256 else { return }
    guard object["crit"] == nil, case .array(let entries) = object["x5c"],
      entries.count == 3 || entries.count == 1
    else { throw .malformed }
    for entry in entries {
      guard case .text(let text) = entry, let decoded = Base64.decode(Array(text.utf8)),
        !decoded.lacksPadding, !decoded.hasSlackBits, decoded.bytes.first == Tag.sequence
      else { throw .malformed }
      certificates.append(decoded.bytes)
    }
  }
}
