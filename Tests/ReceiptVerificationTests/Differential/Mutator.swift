import ReceiptForge

/// Damage of a receipt's bytes, the same for the same seed.
struct Mutator {
  /// One way to change bytes.
  enum Kind: String, CaseIterable {
    case bitFlip, octetEdit, lengthEdit, cut, truncation, insertion, splice
  }

  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// `bytes` with one to three changes, and their kinds.
  mutating func mutate(_ bytes: [UInt8], other: [UInt8]) -> (bytes: [UInt8], kinds: [Kind]) {
    var changed = bytes
    var kinds: [Kind] = []
    for _ in 0..<1 + below(3) where changed.count > 8 {
      let kind = Kind.allCases[below(Kind.allCases.count)]
      change(&changed, kind, other)
      kinds.append(kind)
    }
    return (changed, kinds)
  }

  private mutating func change(_ bytes: inout [UInt8], _ kind: Kind, _ other: [UInt8]) {
    let at = below(bytes.count)
    switch kind {
    case .bitFlip: bytes[at] ^= 1 << UInt8(below(8))
    case .octetEdit: bytes[at] = UInt8(below(256))
    case .lengthEdit: editLength(&bytes, from: at)
    case .cut: bytes.removeSubrange(at..<min(bytes.count, at + 1 + below(16)))
    case .truncation: bytes.removeSubrange(at...)
    case .insertion:
      let octets = [UInt8](repeating: UInt8(below(256)), count: 1 + below(4))
      bytes.insert(contentsOf: octets, at: at)
    case .splice:
      let from = below(other.count)
      let piece = other[from..<min(other.count, from + 1 + below(400))]
      bytes.replaceSubrange(at..<min(bytes.count, at + piece.count), with: piece)
    }
  }

  /// Changes what may be the length of a value: the octet behind the next identifier of a sequence, set
  /// or string.
  private mutating func editLength(_ bytes: inout [UInt8], from start: Int) {
    let identifiers: Set<UInt8> = [0x02, 0x04, 0x06, 0x0C, 0x16, 0x30, 0x31, 0xA0]
    let place = (start..<bytes.count - 1).first { identifiers.contains(bytes[$0]) } ?? 0
    bytes[place + 1] &+= UInt8(truncatingIfNeeded: [1, -1, 2, -2, 0x80, 16][below(6)])
  }

  mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}
