/// Text on its way into a text column.
///
/// The verifier's strings hold no NUL; this is the border that makes sure, since one NUL would fail
/// the COPY of a whole batch.
enum StorableText {
  static func of(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return text.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\x00")
  }

  static func of(_ text: String?) -> String? { text.map(of) }
}

extension Collection<UInt8> {
  /// Two lower-case digits for each octet.
  var hexText: String {
    unsafe String(unsafeUninitializedCapacity: 2 * count) { digits in
      for (index, octet) in enumerated() {
        unsafe digits[2 * index] = Self.digit(octet >> 4)
        unsafe digits[2 * index + 1] = Self.digit(octet & 15)
      }
      return 2 * count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
  }
}
