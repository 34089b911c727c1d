/// base64url without padding (RFC 7515 2), read to the letter: a token has one way to be written.
enum Base64URL {
  /// 0xFF for what is not of the alphabet.
  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (value, character) in alphabet.utf8.enumerated() { table[Int(character)] = UInt8(value) }
    return table
  }()

  static func isCharacter(_ byte: UInt8) -> Bool { values[Int(byte)] != 0xFF }

  /// - Throws: `malformed` for any other character, padding among them, for a length that no
  ///   encoding has, and for a last character with bits that no octet uses.
  static func decode(_ text: Span<UInt8>) throws(DecodingFailure) -> [UInt8] {
    let rest = text.count % 4
    guard rest != 1 else { throw .malformed }
    var isMalformed = false
    let bytes = unsafe [UInt8](
      unsafeUninitializedCapacity: text.count / 4 * 3 + 2
    ) { output, count in
      unsafe text.withUnsafeBufferPointer { input in
        unsafe values.withUnsafeBufferPointer { table in
          unsafe isMalformed = !decode(input, table, output, &count)
        }
      }
    }
    guard !isMalformed else { throw .malformed }
    return bytes
  }

  /// Whether the text is well-formed; bits above the sixth tell of characters outside the alphabet.
  private static func decode(
    _ input: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt8>,
    _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) -> Bool {
    var seen: UInt8 = 0
    var at = 0
    while at + 4 <= input.count {
      let a = unsafe table[Int(input[at])]
      let b = unsafe table[Int(input[at + 1])]
      let c = unsafe table[Int(input[at + 2])]
      let d = unsafe table[Int(input[at + 3])]
      seen |= a | b | c | d
      unsafe output[count] = a << 2 | b >> 4
      unsafe output[count + 1] = b << 4 | c >> 2
      unsafe output[count + 2] = c << 6 | d
      count += 3
      at += 4
    }
    var slack: UInt8 = 0
    if at + 2 <= input.count {
      let a = unsafe table[Int(input[at])]
      let b = unsafe table[Int(input[at + 1])]
      seen |= a | b
      unsafe output[count] = a << 2 | b >> 4
      count += 1
      slack = b & 0x0F
      if at + 3 <= input.count {
        let c = unsafe table[Int(input[at + 2])]
        seen |= c
        unsafe output[count] = b << 4 | c >> 2
        count += 1
        slack = c & 0x03
      }
    }
    return seen < 0x40 && slack == 0
  }
}
