/// A text that mostly is the same as the one before it, as the product of a subscription's periods:
/// then one string serves them all.
struct RepeatedText {
  private var last: (range: Range<Int>, text: String)?

  /// As `ShortValues.text`.
  @inline(__always)
  mutating func text(_ attribute: ShortAttribute, _ bytes: Span<UInt8>) -> String? {
    if let last, last.range.count == attribute.value.count,
      bytes.holds(last.range, sameAs: attribute.value)
    {
      return last.text
    }
    guard let text = ShortValues.text(attribute, bytes) else { return nil }
    last = (attribute.value, text)
    return text
  }
}
