/// PEM armour (RFC 7468).
public enum PEM {
  /// A certificate's DER as PEM.
  public static func certificate(_ der: [UInt8]) -> String {
    let body = String(
      decoding: Base64Text.encode(der, lineLength: 64, lineBreak: "\n"), as: UTF8.self)
    return "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
  }
}

/// Base64 (RFC 4648), folded or not.
enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0..<4 {
        text.append(
          position <= group.count
            ? alphabet[bits >> (18 - 6 * position) & 0x3F] : UInt8(ascii: "="))
      }
    }
    return text
  }

  static func encode(_ bytes: [UInt8], lineLength: Int, lineBreak: String) -> [UInt8] {
    let text = encode(bytes)
    let lines = stride(from: 0, to: text.count, by: lineLength).map {
      Array(text[$0..<min($0 + lineLength, text.count)])
    }
    return Array(lines.joined(separator: Array(lineBreak.utf8)))
  }
}
