/// Values in the forms that Apple writes, read without a detour; nil for any other form, which the
/// thorough readers then judge.
///
/// Wherever one of these gives a value, `InnerValues` gives the same.
enum ShortValues {
  /// INTEGER of up to eight octets, from 0 on.
  @inline(__always)
  static func number(_ attribute: ShortAttribute, _ bytes: Span<UInt8>) -> Int64? {
    guard let content = attribute.content(Tag.integer),
      let value = IntegerValue.decode(content, bytes), value >= 0
    else { return nil }
    return value
  }

  /// INTEGER 0 or 1.
  @inline(__always)
  static func flag(_ attribute: ShortAttribute, _ bytes: Span<UInt8>) -> Bool? {
    guard let content = attribute.content(Tag.integer), content.count == 1,
      bytes[content.lowerBound] < 2
    else { return nil }
    return bytes[content.lowerBound] == 1
  }

  /// The content of an IA5String or UTF8String without one octet: how Apple writes "not there".
  @inline(__always)
  static func isEmpty(_ attribute: ShortAttribute) -> Bool {
    attribute.value.count == 2
      && (attribute.content(Tag.ia5String) ?? attribute.content(Tag.utf8String)) != nil
  }

  /// `YYYY-MM-DDTHH:MM:SSZ` in an IA5String.
  @inline(__always)
  static func date(_ attribute: ShortAttribute, _ bytes: Span<UInt8>) -> Instant? {
    guard let content = attribute.content(Tag.ia5String), content.count == 20 else { return nil }
    return DateText.utcInstant(at: content.lowerBound, bytes)
  }

  /// ASCII without NUL in a UTF8String or IA5String; not for empty text.
  @inline(__always)
  static func text(_ attribute: ShortAttribute, _ bytes: Span<UInt8>) -> String? {
    guard let content = attribute.content(Tag.utf8String) ?? attribute.content(Tag.ia5String),
      !content.isEmpty, isPlain(content, bytes)
    else { return nil }
    // Unchecked: `isPlain` has just looked at every octet.
    let octets = bytes.extracting(content)
    return unsafe String(copying: UTF8Span(unchecked: octets, isKnownASCII: true))
  }

  /// Whether all octets are ASCII and none is NUL.
  @inline(__always)
  private static func isPlain(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let word = bytes.word(at: at)
      // The first term has the high bit of each octet that is 0 (or follows one), the second of
      // each that is not ASCII.
      guard ((word &- 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080 == 0 else {
        return false
      }
      at += 8
    }
    while at < range.upperBound {
      guard bytes[at] != 0, bytes[at] < 0x80 else { return false }
      at += 1
    }
    return true
  }
}
