/// A set of attribute types; those that receipts have take no allocation.
struct TypeSet {
  /// Bits of the types from 0 to 63.
  private(set) var receipt: UInt64 = 0
  /// Bits of the types from 1700 to 1763.
  private(set) var purchase: UInt64 = 0
  private var others: Set<Int64> = []

  @inline(__always)
  func contains(_ type: Int64) -> Bool {
    switch type {
    case 0..<64: receipt & Self.bit(type) != 0
    case 1700..<1764: purchase & Self.bit(type - 1700) != 0
    default: others.contains(type)
    }
  }

  /// Whether the type was not there yet.
  @inline(__always)
  mutating func insert(_ type: Int64) -> Bool {
    switch type {
    case 0..<64: Self.insert(Self.bit(type), &receipt)
    case 1700..<1764: Self.insert(Self.bit(type - 1700), &purchase)
    default: others.insert(type).inserted
    }
  }

  @inline(__always)
  private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(truncatingIfNeeded: number) }

  @inline(__always)
  private static func insert(_ bit: UInt64, _ bits: inout UInt64) -> Bool {
    defer { bits |= bit }
    return bits & bit == 0
  }
}
