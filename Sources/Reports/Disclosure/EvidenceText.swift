/// JSON as PostgreSQL writes it, without what must not leave the database.
///
/// The text is walked once, value by value; everything that stays is copied octet for octet, so
/// that numbers and the order of members are what they were.
struct EvidenceText {
  /// Members that hold identifiers of devices, tokens of persons, or parts of receipts.
  private static let secrets: Set<String> = [
    "device_id", "device_hash", "app_account_token", "opaque_value", "stored_receipt",
  ]

  /// Whether a column or member names accounts.
  static func namesAccounts(_ name: String) -> Bool {
    ["account_id", "account_ids", "accounts", "cluster_id", "first_account", "owners"].contains(
      name)
  }

  /// The text for the outside, of a column of that name.
  static func disclosed(_ json: String, of name: String, _ disclosure: Disclosure) -> String {
    let holdsSecret = secrets.contains { json.contains("\"\($0)\"") }
    guard holdsSecret || disclosure.isPseudonymous else { return json }
    var walk = EvidenceText(json, disclosure)
    walk.value(namesAccount: namesAccounts(name))
    return String(decoding: walk.output, as: UTF8.self)
  }

  private let input: [UInt8]
  private let disclosure: Disclosure
  private var at = 0
  private var output: [UInt8] = []

  private init(_ json: String, _ disclosure: Disclosure) {
    input = Array(json.utf8)
    self.disclosure = disclosure
    output.reserveCapacity(input.count)
  }

  private var current: UInt8? { at < input.count ? input[at] : nil }

  private mutating func value(namesAccount: Bool) {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): object()
    case UInt8(ascii: "["): array(namesAccount: namesAccount)
    case UInt8(ascii: "\""):
      let raw = string()
      if namesAccount, disclosure.isPseudonymous {
        output += JSONText.quoted(disclosure.account(EvidenceText.unescaped(raw))).utf8
      } else {
        output += raw
      }
    default: scalar()
    }
  }

  private mutating func object() {
    take()
    var isFirst = true
    while let next = current, next != UInt8(ascii: "}") {
      if next == UInt8(ascii: ",") || next == UInt8(ascii: " ") {
        at += 1
        continue
      }
      let name = string()
      skipSpace()
      at += 1  // The colon.
      let key = EvidenceText.unescaped(name)
      let mark = output.count
      if !isFirst { output += ", ".utf8 }
      output += name
      output += ": ".utf8
      value(namesAccount: EvidenceText.namesAccounts(key))
      if EvidenceText.secrets.contains(key) {
        output.removeSubrange(mark...)
      } else {
        isFirst = false
      }
      skipSpace()
    }
    take()
  }

  private mutating func array(namesAccount: Bool) {
    take()
    var isFirst = true
    while let next = current, next != UInt8(ascii: "]") {
      if next == UInt8(ascii: ",") || next == UInt8(ascii: " ") {
        at += 1
        continue
      }
      if !isFirst { output += ", ".utf8 }
      value(namesAccount: namesAccount)
      isFirst = false
      skipSpace()
    }
    take()
  }

  /// Copies the octet at hand.
  private mutating func take() {
    guard let current else { return }
    output.append(current)
    at += 1
  }

  private mutating func skipSpace() {
    while current == UInt8(ascii: " ") { at += 1 }
  }

  /// The string at hand with its quotes, as it is written.
  private mutating func string() -> ArraySlice<UInt8> {
    let start = at
    at += 1
    while let octet = current, octet != UInt8(ascii: "\"") {
      at += octet == UInt8(ascii: "\\") ? 2 : 1
    }
    at = min(at + 1, input.count)
    return input[start..<at]
  }

  /// A number, true, false or null.
  private mutating func scalar() {
    while let octet = current, !",]} ".utf8.contains(octet) {
      output.append(octet)
      at += 1
    }
  }

  /// The content of a string in quotes (RFC 8259, section 7).
  private static func unescaped(_ quoted: ArraySlice<UInt8>) -> String {
    let content = quoted.dropFirst().dropLast()
    guard content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    var units: [UInt16] = []
    var rest = Array(String(decoding: content, as: UTF8.self).utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let escape = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch Unicode.Scalar(escape).map(Character.init) {
      case "n": units.append(0x0A)
      case "r": units.append(0x0D)
      case "t": units.append(0x09)
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      case "u":
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        rest = rest.dropFirst(4)
      default: units.append(escape)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
