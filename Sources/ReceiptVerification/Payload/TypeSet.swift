/// A set of attribute types; those that receipts have take no allocation.
struct TypeSet {
  /// Bits for 0 to 63, and for 1700 to 1763.
  private var receipt: UInt64 = 0
  private var purchase: UInt64 = 0
  private var others: Set<Int64> = []

  /// Whether the type was not there yet.
  mutating func insert(_ type: Int64) -> Bool {
    switch type {
    case 0..<64: Self.insert(type, &receipt)
    case 1700..<1764: Self.insert(type - 1700, &purchase)
    default: others.insert(type).inserted
    }
  }

  private static func insert(_ bit: Int64, _ bits: inout UInt64) -> Bool {
    let mask = UInt64(1) << UInt64(bit)
    guard bits & mask == 0 else { return false }
    bits |= mask
    return true
  }
}
