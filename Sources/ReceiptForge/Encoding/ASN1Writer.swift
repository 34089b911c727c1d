/// Writes ASN.1 into one growing buffer: DER, and the BER forms that Xcode's receipts use.
///
/// A constructed value's length is put in when its body is done, so nothing is copied twice.
public struct ASN1Writer: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// What `body` writes, as bytes.
  public static func encode(_ body: (inout ASN1Writer) throws -> Void) rethrows -> [UInt8] {
    var writer = ASN1Writer()
    try body(&writer)
    return writer.bytes
  }

  /// Bytes that are already encoded.
  public mutating func raw(_ encoded: [UInt8]) { bytes.append(contentsOf: encoded) }

  /// A value with the given identifier octet and content.
  public mutating func primitive(_ tag: UInt8, _ content: [UInt8]) {
    bytes.append(tag)
    appendLength(content.count)
    bytes.append(contentsOf: content)
  }

  /// A value whose content `body` writes; `indefinite` closes it with end-of-contents octets instead.
  public mutating func constructed(
    _ tag: UInt8, indefinite: Bool = false, _ body: (inout ASN1Writer) throws -> Void
  ) rethrows {
    bytes.append(tag)
    guard !indefinite else {
      bytes.append(0x80)
      try body(&self)
      bytes.append(contentsOf: [0, 0])
      return
    }
    let start = bytes.count
    bytes.append(0)
    try body(&self)
    let length = bytes.count - start - 1
    if length < 0x80 {
      bytes[start] = UInt8(length)
    } else {
      bytes.replaceSubrange(start...start, with: Self.lengthOctets(length))
    }
  }

  public mutating func sequence(
    indefinite: Bool = false, _ body: (inout ASN1Writer) throws -> Void
  ) rethrows {
    try constructed(0x30, indefinite: indefinite, body)
  }

  /// A SET OF: elements ascending by their encoding (X.690 11.6), or in the given order.
  public mutating func setOf(_ elements: [[UInt8]], sorted: Bool = true) {
    constructed(0x31) { writer in
      let ordered = sorted ? elements.sorted { $0.lexicographicallyPrecedes($1) } : elements
      for element in ordered { writer.raw(element) }
    }
  }

  public mutating func null() { bytes.append(contentsOf: [0x05, 0x00]) }

  public mutating func integer(_ value: some FixedWidthInteger) {
    primitive(0x02, Self.integerContent(Int64(value)))
  }

  /// An INTEGER from unsigned octets, such as a serial number.
  public mutating func unsignedInteger(_ octets: [UInt8]) {
    let trimmed = octets.drop { $0 == 0 }
    let first = trimmed.first ?? 0x80
    primitive(0x02, first & 0x80 == 0 ? Array(trimmed) : [0] + trimmed)
  }

  public mutating func octetString(_ content: [UInt8]) { primitive(0x04, content) }

  public mutating func utf8String(_ text: String) { primitive(0x0C, Array(text.utf8)) }

  public mutating func ia5String(_ text: String) { primitive(0x16, Array(text.utf8)) }

  public mutating func objectIdentifier(_ dotted: String) {
    primitive(0x06, Self.objectIdentifierContent(dotted))
  }

  /// A constructed OCTET STRING of indefinite length, in segments of at most `size` octets.
  public mutating func segmentedOctetString(_ content: [UInt8], segment size: Int) {
    constructed(0x24, indefinite: true) { writer in
      for start in stride(from: 0, to: content.count, by: max(1, size)) {
        writer.octetString(Array(content[start..<min(content.count, start + max(1, size))]))
      }
    }
  }

  private mutating func appendLength(_ length: Int) {
    if length < 0x80 {
      bytes.append(UInt8(length))
    } else {
      bytes.append(contentsOf: Self.lengthOctets(length))
    }
  }

  private static func lengthOctets(_ length: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = length
    while rest > 0 {
      octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(octets.count)] + octets
  }

  /// Two's complement in as few octets as hold it (X.690 8.3).
  static func integerContent(_ value: Int64) -> [UInt8] {
    var shift: Int64 = 56
    // An octet is superfluous when it only repeats the sign of the next.
    while shift > 0, value >> (shift - 1) == 0 || value >> (shift - 1) == -1 { shift -= 8 }
    var octets: [UInt8] = []
    while shift >= 0 {
      octets.append(UInt8(truncatingIfNeeded: value >> shift))
      shift -= 8
    }
    return octets
  }

  private static func objectIdentifierContent(_ dotted: String) -> [UInt8] {
    let arcs = dotted.split(separator: ".").compactMap { UInt64($0) }
    guard arcs.count >= 2 else { return [] }
    return ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap { arc in
      var octets = [UInt8(arc & 0x7F)]
      var rest = arc >> 7
      while rest > 0 {
        octets.insert(0x80 | UInt8(rest & 0x7F), at: 0)
        rest >>= 7
      }
      return octets
    }
  }
}
