/// Where one encoded value stands: identifier octet, then content, then end (X.690 8.1).
struct Element {
  let tag: UInt8
  let start: Int
  let content: Range<Int>
  /// Behind the value, end-of-contents octets included.
  let end: Int
  let isIndefinite: Bool

  var whole: Range<Int> { start..<end }
}

/// Identifier octets that receipts are made of.
enum Tag {
  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0C
  static let printableString: UInt8 = 0x13
  static let ia5String: UInt8 = 0x16
  static let visibleString: UInt8 = 0x1A
  static let constructedOctetString: UInt8 = 0x24
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  static let context0: UInt8 = 0xA0
  static let context1: UInt8 = 0xA1
}
