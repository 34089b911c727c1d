import ReceiptForge

@testable import ReceiptVerification

/// Writes a DER receipt in BER that means the same: long and indefinite lengths, content in segments.
///
/// Certificates, revocation lists and the signer's identifier stay as they are, octet by octet: the
/// former are signed, the last is compared by its octets.
struct BERRecoder {
  private let bytes: [UInt8]
  private var random: Mutator

  init(_ bytes: [UInt8], seed: UInt64) {
    self.bytes = bytes
    random = Mutator(seed: seed)
  }

  mutating func recoded() throws -> [UInt8] {
    var outer = EncodingReader(0..<bytes.count, .distinguished)
    let contentInfo = try outer.next(bytes.span)
    return try constructed(contentInfo, path: [])
  }

  private mutating func value(_ element: Element, path: [Int]) throws -> [UInt8] {
    switch path {
    // ContentInfo / [0] / SignedData / certificates or crls, or a signer / its identifier.
    case [1, 0, 3] where element.tag == Tag.context0, [1, 0, 4] where element.tag == Tag.context1:
      return try wrapped(element, children: [Array(bytes[element.content])])
    case [1, 0, 4, 0, 1], [1, 0, 5, 0, 1]: return Array(bytes[element.whole])
    // SignedData / encapContentInfo / [0] / OCTET STRING.
    case [1, 0, 2, 1, 0]: return content(Array(bytes[element.content]))
    default:
      return element.tag & 0x20 == 0
        ? primitive(element.tag, Array(bytes[element.content]))
        : try constructed(element, path: path)
    }
  }

  private mutating func constructed(_ element: Element, path: [Int]) throws -> [UInt8] {
    var reader = EncodingReader(element.content, .distinguished)
    var children: [[UInt8]] = []
    while !reader.isAtEnd {
      children.append(try value(try reader.next(bytes.span), path: path + [children.count]))
    }
    return try wrapped(element, children: children)
  }

  private mutating func wrapped(_ element: Element, children: [[UInt8]]) throws -> [UInt8] {
    let content = Array(children.joined())
    if random.below(2) == 0 { return [element.tag, 0x80] + content + [0, 0] }
    return [element.tag] + length(content.count) + content
  }

  private mutating func primitive(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    // OpenSSL reads a NULL of two octets only, and so do we.
    tag == Tag.null ? [tag, 0] : [tag] + length(content.count) + content
  }

  /// The payload as one string, or in segments, some of which are in segments again.
  private mutating func content(_ payload: [UInt8], depth: Int = 0) -> [UInt8] {
    guard depth < 4, random.below(3) > 0, payload.count > 1 else { return primitive(0x04, payload) }
    var segments: [UInt8] = []
    var start = 0
    while start < payload.count {
      let end = min(payload.count, start + 1 + random.below(1500))
      segments += content(Array(payload[start..<end]), depth: depth + 1)
      start = end
    }
    if random.below(2) == 0 { return [0x24, 0x80] + segments + [0, 0] }
    return [0x24] + length(segments.count) + segments
  }

  /// A length in as few octets as hold it, or in some more.
  private mutating func length(_ count: Int) -> [UInt8] {
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * (3 - $0))) }
    let minimal = Array(octets.drop { $0 == 0 })
    switch random.below(3) {
    case 0: return [0x84] + octets
    case 1 where count >= 0x80: return [0x80 | UInt8(minimal.count)] + minimal
    case 1: return [UInt8(count)]
    default: return [0x80 | UInt8(max(1, minimal.count))] + (minimal.isEmpty ? [0] : minimal)
    }
  }
}
