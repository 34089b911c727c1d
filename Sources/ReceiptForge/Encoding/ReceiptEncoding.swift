/// How a receipt lies in a column: as a careful client sent it, or damaged on its way.
public enum ReceiptEncoding: String, Sendable, CaseIterable {
  case der
  case base64
  /// CRLF after every 64 characters.
  case folded
  /// The alphabet with `-` and `_`.
  case urlSafe = "url-safe"
  /// No `=` at the end.
  case unpadded
  /// `+` decoded as a form's space.
  case spaces
  /// `/` escaped as JSON does.
  case escapedSlashes = "escaped-slashes"
  case percentEncoded = "percent-encoded"
  case doubleBase64 = "double-base64"
  /// PostgreSQL's `\x3082...`.
  case hexadecimal

  /// The stored form of a receipt's bytes.
  public func encode(_ receipt: [UInt8]) -> [UInt8] {
    switch self {
    case .der: receipt
    case .base64: Base64Text.encode(receipt)
    case .folded: Base64Text.encode(receipt, lineLength: 64, lineBreak: "\r\n")
    case .urlSafe: replacing(["+": "-", "/": "_"], in: Base64Text.encode(receipt))
    case .unpadded: Base64Text.encode(receipt).filter { $0 != UInt8(ascii: "=") }
    case .spaces: replacing(["+": " "], in: Base64Text.encode(receipt))
    case .escapedSlashes: replacing(["/": "\\/"], in: Base64Text.encode(receipt))
    case .percentEncoded:
      replacing(["+": "%2B", "/": "%2F", "=": "%3D"], in: Base64Text.encode(receipt))
    case .doubleBase64: Base64Text.encode(Base64Text.encode(receipt))
    case .hexadecimal: Array("\\x".utf8) + receipt.flatMap(Self.hexadecimalDigits)
    }
  }

  private func replacing(_ map: [Unicode.Scalar: String], in text: [UInt8]) -> [UInt8] {
    text.flatMap { character in
      map[Unicode.Scalar(character)].map { Array($0.utf8) } ?? [character]
    }
  }

  private static func hexadecimalDigits(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
  }
}
