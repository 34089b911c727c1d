/// The value inside an attribute's OCTET STRING: one encoded value that fills it.
///
/// Each accessor answers `.absent` for the empty forms that Apple writes for "not there", and
/// `.undecodable` for anything that is not what the attribute should hold.
enum InnerValue<Value> {
  case absent
  case value(Value)
  case undecodable
}

enum InnerValues {
  /// Text in any of the string types that receipts were seen with; what is not clean UTF-8 is escaped.
  static func text(_ range: Range<Int>, _ bytes: Span<UInt8>) -> InnerValue<SafeText> {
    guard let element = single(range, bytes), isText(element.tag) else { return .undecodable }
    return element.content.isEmpty ? .absent : .value(SafeText(element.content, bytes))
  }

  static func date(_ range: Range<Int>, _ bytes: Span<UInt8>) -> InnerValue<Instant> {
    guard let element = single(range, bytes), isText(element.tag) else { return .undecodable }
    guard !element.content.isEmpty else { return .absent }
    return DateText.instant(element.content, bytes).map { .value($0) } ?? .undecodable
  }

  /// A number from 0 on: no attribute counts below.
  static func number(_ range: Range<Int>, _ bytes: Span<UInt8>) -> InnerValue<Int64> {
    guard let element = single(range, bytes), element.tag == Tag.integer,
      let value = IntegerValue.decode(element.content, bytes), value >= 0
    else { return .undecodable }
    return .value(value)
  }

  /// INTEGER 0 or 1, or BOOLEAN.
  static func flag(_ range: Range<Int>, _ bytes: Span<UInt8>) -> InnerValue<Bool> {
    guard let element = single(range, bytes), element.content.count == 1 else {
      return .undecodable
    }
    switch (element.tag, bytes[element.content.lowerBound]) {
    case (Tag.integer, 0), (Tag.boolean, 0): return .value(false)
    case (Tag.integer, 1), (Tag.boolean, 0xFF): return .value(true)
    default: return .undecodable
    }
  }

  private static func single(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Element? {
    let content = range.lowerBound + 2
    if content <= range.upperBound, bytes[content - 1] < 0x80,
      content + Int(bytes[content - 1]) == range.upperBound
    {
      return Element(
        tag: bytes[content - 2], start: content - 2, content: content..<range.upperBound,
        end: range.upperBound, isIndefinite: false)
    }
    var reader = EncodingReader(range, .distinguished)
    guard let element = try? reader.next(bytes), reader.isAtEnd else { return nil }
    return element
  }

  private static func isText(_ tag: UInt8) -> Bool {
    tag == Tag.utf8String || tag == Tag.ia5String || tag == Tag.printableString
      || tag == Tag.visibleString
  }
}
