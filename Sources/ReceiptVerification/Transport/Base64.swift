/// Base64 (RFC 4648 4), read strictly: one alphabet, no white space, padding as given.
///
/// Foundation's decoder skips what it does not know, or fails without saying where; an auditor
/// needs to know about slack bits and missing padding.
enum Base64 {
  struct Decoded {
    var bytes: [UInt8]
    /// Bits of the last character that no octet uses, and that are not zero.
    var hasSlackBits: Bool
    var lacksPadding: Bool
  }

  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, character) in alphabet.utf8.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  /// nil for any other character, for padding elsewhere than at the end, and for a length that no
  /// encoding has.
  static func decode(_ text: [UInt8]) -> Decoded? {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "="), text.count - end < 2 { end -= 1 }
    guard end % 4 != 1 else { return nil }
    let padding = text.count - end
    guard padding == 0 || text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end / 4 * 3 + 2)
    var buffer: UInt32 = 0
    var bits = 0
    let table = values
    for index in 0..<end {
      let value = table[Int(text[index])]
      guard value != 0xFF else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    let slack = buffer & ((1 << UInt32(bits)) - 1)
    return Decoded(
      bytes: bytes, hasSlackBits: slack != 0, lacksPadding: padding == 0 && end % 4 != 0)
  }
}
