/// How octets stand in tokens and their headers.
public enum TokenEncoding {
  /// base64url without padding (RFC 7515 2).
  public static func encode(_ bytes: [UInt8]) -> String {
    let text = Base64Text.encode(bytes).filter { $0 != UInt8(ascii: "=") }.map { character in
      switch character {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: character
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Padded standard base64, as certificates stand in a header.
  public static func standard(_ bytes: [UInt8]) -> String {
    String(decoding: Base64Text.encode(bytes), as: UTF8.self)
  }
}
