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

  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    // Plain loops: unoptimised builds make thousands of receipts too.
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      var bits = Int(bytes[index]) << 16
      if left > 1 { bits |= Int(bytes[index + 1]) << 8 }
      if left > 2 { bits |= Int(bytes[index + 2]) }
      text.append(alphabet[bits >> 18])
      text.append(alphabet[bits >> 12 & 0x3F])
      text.append(left > 1 ? alphabet[bits >> 6 & 0x3F] : padding)
      text.append(left > 2 ? alphabet[bits & 0x3F] : padding)
      index += 3
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
