/// Reads members of a signed payload into fields, noting what cannot be read.
struct PayloadFields {
  private let payload: [UInt8]
  /// Names of the objects on the way to the members that are read, each with a dot behind it.
  private var path = ""
  private(set) var unknown: [UnknownField] = []
  /// Names of members whose value is not of the type that the field has.
  private(set) var undecodable: Set<String> = []
  var log = ObservationLog()

  init(_ payload: [UInt8]) { self.payload = payload }

  /// Reads the members of an object under its name.
  mutating func inside(_ name: String, _ read: (inout PayloadFields) -> Void) {
    let outer = path
    path += name + "."
    read(&self)
    path = outer
  }

  mutating func text(_ member: JSONMember) -> String? {
    guard case .text(let text) = member.value else { return mismatch(member) }
    let safe = SafeText(text)
    if !safe.isFaithful {
      note(.implausibleContent, "unclean-text", member)
      keep(member)
    }
    return safe.value
  }

  mutating func number(_ member: JSONMember) -> Int64? {
    guard case .number(let number) = member.value, let whole = number.whole else {
      return mismatch(member)
    }
    return whole
  }

  mutating func flag(_ member: JSONMember) -> Bool? {
    guard case .bool(let flag) = member.value else { return mismatch(member) }
    return flag
  }

  /// Milliseconds since 1970; those of Xcode have fractions.
  mutating func date(_ member: JSONMember) -> Instant? {
    guard case .number(let number) = member.value else { return mismatch(member) }
    switch number {
    case .integer(let milliseconds):
      let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
      guard !overflow else { return mismatch(member) }
      return Instant(microsecondsSince1970: microseconds)
    case .fraction(let milliseconds):
      guard abs(milliseconds) < 1e15 else { return mismatch(member) }
      return Instant(microsecondsSince1970: Int64((milliseconds * 1000).rounded()))
    }
  }

  mutating func texts(_ member: JSONMember) -> [String]? {
    guard case .array(let values) = member.value else { return mismatch(member) }
    var texts: [String] = []
    for value in values {
      guard case .text(let text) = value else { return mismatch(member) }
      texts.append(SafeText(text).value)
    }
    return texts
  }

  mutating func object(_ member: JSONMember) -> JSONObject? {
    guard case .object(let object) = member.value else { return mismatch(member) }
    return object
  }

  /// An object that is kept as it is written.
  mutating func objectText(_ member: JSONMember) -> String? {
    object(member).map { _ in json(member) }
  }

  /// Keeps a member that no field is for.
  mutating func unknown(_ member: JSONMember) {
    note(.unknownAttribute, "unknown-field", member)
    keep(member)
  }

  /// A value of another type than the field's is kept, and noted; null stands for absent.
  private mutating func mismatch<Value>(_ member: JSONMember) -> Value? {
    if case .null = member.value { return nil }
    undecodable.insert(path + member.name)
    note(.implausibleContent, "undecodable-value", member)
    keep(member)
    return nil
  }

  private mutating func keep(_ member: JSONMember) {
    guard unknown.count < Limits.unknownFields else { return }
    unknown.append(UnknownField(name: path + SafeText(member.name).value, json: json(member)))
  }

  private func json(_ member: JSONMember) -> String {
    SafeText(member.range, payload.span).value
  }

  private mutating func note(_ rule: Observation.Rule, _ check: String, _ member: JSONMember) {
    guard log.entries.count < Limits.observations else { return }
    let shown = payload.span.copy(member.range.prefix(Limits.shownValue))
    log.note(
      rule, check,
      [
        "field": path + SafeText(member.name).value, "value_text": SafeText.escaped(shown),
        "value_length": String(member.range.count),
      ])
  }
}

/// The fields of a payload by the names of its members.
struct FieldTable<Field: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  private let fields: [String: Field]

  init() {
    fields = Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.rawValue, $0) })
  }

  /// Hands every member of a known name to `read`, and keeps the others as they stand.
  func read(
    _ object: JSONObject, _ values: inout PayloadFields,
    _ read: (Field, JSONMember, inout PayloadFields) -> Void
  ) {
    for member in object.members {
      if let field = fields[member.name] {
        read(field, member, &values)
      } else {
        values.unknown(member)
      }
    }
  }
}
