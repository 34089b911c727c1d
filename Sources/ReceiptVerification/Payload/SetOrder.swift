/// Whether the elements of a SET OF stand in DER's order (X.690 11.6): ascending by their octets.
///
/// Apple's encoder keeps it in every receipt; test tools do not.
struct SetOrder {
  private(set) var isAscending = true
  private var last = 0..<0
  private var lastHead: UInt64 = 0

  /// The next element, whatever its length.
  mutating func next(_ element: Range<Int>, _ bytes: Span<UInt8>) {
    let head = element.lowerBound + 8 <= bytes.count ? bytes.word(at: element.lowerBound) : 0
    next(from: element.lowerBound, head: head.byteSwapped, to: element.upperBound, bytes)
  }

  /// The next element, whose first eight octets are `head`.
  @inline(__always)
  mutating func next(from start: Int, head: UInt64, to end: Int, _ bytes: Span<UInt8>) {
    if head <= lastHead, isAscending { isAscending = isAscendingInFull(start..<end, bytes) }
    last = unsafe Range(uncheckedBounds: (start, end))
    lastHead = head
  }

  /// An element's length stands in its first octets, so none is the beginning of another.
  private func isAscendingInFull(_ element: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    let shorter = min(last.count, element.count)
    let before = bytes.extracting(last.lowerBound..<last.lowerBound + shorter)
    let after = bytes.extracting(element.lowerBound..<element.lowerBound + shorter)
    let order = before.compare(after)
    return order < 0 || order == 0 && last.count <= element.count
  }
}
