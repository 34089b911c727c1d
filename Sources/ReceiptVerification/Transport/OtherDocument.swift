/// Documents of a receipts column that are no PKCS#7, recognised by their first characters.
enum OtherDocument {
  /// An old-style property list.
  case propertyList([UInt8])
  /// A JSON object.
  case json([UInt8])

  init?(_ text: [UInt8]) {
    if text.first == UInt8(ascii: "{") {
      self = PropertyList.isLikely(text) ? .propertyList(text) : .json(text)
    } else {
      return nil
    }
  }

  /// What base64 was decoded to: a property list or JSON, from its brace on.
  init?(decoded bytes: [UInt8]) {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), bytes[start] == UInt8(ascii: "{")
    else { return nil }
    self = PropertyList.isLikely(bytes) ? .propertyList(bytes) : .json(Array(bytes[start...]))
  }
}
