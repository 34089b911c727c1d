/// Reads attribute values into fields, noting what cannot be read.
///
/// One for each attribute set (the receipt's, a purchase's), so that a type met twice is noticed.
struct FieldReader {
  /// Which purchase of the receipt this is; nil for the receipt itself.
  let position: Int?
  /// The types that were met.
  private(set) var types = TypeSet()
  /// Attributes to be kept as bytes.
  private(set) var raw: [RawAttribute] = []
  /// Types whose value could not be decoded.
  private(set) var undecodable: Set<Int64> = []

  init(position: Int?) { self.position = position }

  /// Whether this attribute is the first of its type; a later one is noted and kept as bytes only.
  mutating func isFirst(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> Bool {
    if !attribute.isRegular {
      log.note(.implausibleContent, "irregular-attribute", attribute, position: position, bytes)
    }
    guard types.insert(attribute.type) else {
      log.note(.implausibleContent, "duplicate-attribute", attribute, position: position, bytes)
      keep(attribute, bytes)
      return false
    }
    return attribute.version == 1 || isReadable(attribute, &log, bytes)
  }

  /// Whether an attribute of a version that its type never had may be read as if it had it: a value of
  /// another version may mean something else. The date that the verdict hangs on is read all the same.
  private mutating func isReadable(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> Bool {
    guard AttributeType.isKnown(attribute.type) else { return true }
    if attribute.type == AttributeType.opaqueValue, attribute.version == 2 { return true }
    log.note(.implausibleContent, "attribute-version", attribute, position: position, bytes)
    guard attribute.type != AttributeType.creationDate else { return true }
    keep(attribute, bytes)
    return false
  }

  @inline(__always)
  func hasSeen(_ type: Int64) -> Bool { types.contains(type) }

  /// Counts an attribute that was read elsewhere and that has not been seen.
  @inline(__always)
  mutating func markSeen(_ type: Int64) { _ = types.insert(type) }

  mutating func keep(_ attribute: Attribute, _ bytes: Span<UInt8>) {
    raw.append(
      RawAttribute(
        type: attribute.type, version: attribute.version, value: bytes.copy(attribute.value)))
  }

  mutating func read<Value>(
    _ value: InnerValue<Value>, _ attribute: Attribute, _ log: inout ObservationLog,
    _ bytes: Span<UInt8>
  ) -> Value? {
    switch value {
    case .absent: return nil
    case .value(let value): return value
    case .undecodable:
      undecodable.insert(attribute.type)
      log.note(.implausibleContent, "undecodable-value", attribute, position: position, bytes)
      keep(attribute, bytes)
      return nil
    }
  }

  mutating func text(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> String? {
    let value = InnerValues.text(attribute.value, bytes)
    guard let text = read(value, attribute, &log, bytes) else { return nil }
    if !text.isFaithful {
      log.note(.implausibleContent, "unclean-text", attribute, position: position, bytes)
      keep(attribute, bytes)
    }
    return text.value
  }

  mutating func date(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> Instant? {
    read(InnerValues.date(attribute.value, bytes), attribute, &log, bytes)
  }

  mutating func number(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> Int64? {
    read(InnerValues.number(attribute.value, bytes), attribute, &log, bytes)
  }

  mutating func flag(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) -> Bool? {
    read(InnerValues.flag(attribute.value, bytes), attribute, &log, bytes)
  }

  /// Keeps an attribute that no field is for, noting it unless it is empty.
  mutating func unknown(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) {
    log.note(.unknownAttribute, "unknown-type", attribute, position: position, bytes)
    keep(attribute, bytes)
  }

  /// An attribute that is always an empty text: worth keeping only when it is not.
  mutating func emptyText(
    _ attribute: Attribute, _ log: inout ObservationLog, _ bytes: Span<UInt8>
  ) {
    if case .absent = InnerValues.text(attribute.value, bytes) { return }
    unknown(attribute, &log, bytes)
  }
}
