import Foundation

/// Verdicts by the exact octets that decide them: certificate bag and signer identifier.
///
/// Bounded, shared by all threads. A fingerprint only finds the place; what is found is compared
/// octet by octet, so that nobody can plant a verdict for somebody else's certificates. A place
/// holds one entry: a flood of different certificates displaces entries and grows nothing.
final class ChainCache: @unchecked Sendable {
  // Unchecked: `places` is only touched under `lock`.
  private struct Entry {
    let key: [UInt8]
    let verdict: ChainVerdict
  }

  /// Apple has used about ten signers in fifteen years; foreign ones pass through.
  private static let capacity = 256

  private let lock = NSLock()
  private var places = [Entry?](repeating: nil, count: ChainCache.capacity)

  func find(_ bag: Range<Int>, _ identifier: Range<Int>, _ bytes: Span<UInt8>) -> ChainVerdict? {
    let place = Self.place(bag, identifier, bytes)
    let entry = lock.withLock { places[place] }
    guard let entry, entry.key.count == bag.count + identifier.count else { return nil }
    let key = entry.key.span
    return key.extracting(0..<bag.count).isSame(as: bytes.extracting(bag))
      && key.extracting(bag.count..<entry.key.count).isSame(as: bytes.extracting(identifier))
      ? entry.verdict : nil
  }

  /// `key` is the bag's octets followed by the identifier's.
  func insert(_ verdict: ChainVerdict, _ key: [UInt8], split: Int) {
    let place = Self.place(0..<split, split..<key.count, key.span)
    lock.withLock { places[place] = Entry(key: key, verdict: verdict) }
  }

  /// FNV-1a over the lengths and a sample: the signer's serial number and the end of the bag.
  private static func place(
    _ bag: Range<Int>, _ identifier: Range<Int>, _ bytes: Span<UInt8>
  ) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01b3 }
    mix(UInt64(bag.count))
    for index in identifier.suffix(8) { mix(UInt64(bytes[index])) }
    for index in bag.suffix(8) { mix(UInt64(bytes[index])) }
    for index in bag.dropFirst(bag.count / 2).prefix(16) { mix(UInt64(bytes[index])) }
    return Int(hash % UInt64(capacity))
  }
}
