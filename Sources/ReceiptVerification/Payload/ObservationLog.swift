/// Observations gathered while a receipt is read; bounded, since an attacker writes their causes.
struct ObservationLog {
  private(set) var entries: [Observation]

  init(_ entries: [Observation] = []) { self.entries = entries }

  mutating func note(_ rule: Observation.Rule, _ check: String, _ evidence: [String: String] = [:])
  {
    guard entries.count < Limits.observations else { return }
    entries.append(Observation(rule, check, evidence))
  }

  /// Evidence about one attribute: where it stands, and the first of its octets.
  mutating func note(
    _ rule: Observation.Rule, _ check: String, _ attribute: Attribute, position: Int?,
    _ bytes: Span<UInt8>
  ) {
    guard entries.count < Limits.observations else { return }
    var evidence = ["attribute": String(attribute.type)]
    if let position { evidence["purchase"] = String(position) }
    let shown = attribute.value.prefix(64)
    evidence["value_hex"] = bytes.copy(shown).hexadecimal
    evidence["value_text"] = SafeText.escaped(bytes.copy(shown))
    evidence["value_length"] = String(attribute.value.count)
    note(rule, check, evidence)
  }
}
