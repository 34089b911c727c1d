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

extension Sequence<UInt8> {
  /// Two lower-case digits for each octet.
  var hexText: String {
    var text = ""
    text.reserveCapacity(underestimatedCount * 2)
    for octet in self {
      text.unicodeScalars.append(Self.digit(octet >> 4))
      text.unicodeScalars.append(Self.digit(octet & 15))
    }
    return text
  }

  private static func digit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? 0x30 + value : 0x57 + value)
  }
}
