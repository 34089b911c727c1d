/// A small random generator whose sequence is fixed by its seed (Steele, Lea and Flood 2014).
///
/// The standard library's generators may change between versions; a population must not.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Evenly spread over 0 ..< bound (by multiplication: its bias is below 2^-40 for bounds here).
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func below(_ bound: Int64) -> Int64 { Int64(below(Int(bound))) }

  /// True in `percent` of a hundred cases.
  mutating func chance(_ percent: Double) -> Bool {
    Double(next() >> 11) * 0x1p-53 * 100 < percent
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
