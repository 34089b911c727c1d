import OpenSSL

/// What values become before they leave the database in a list or report.
///
/// Identifiers of devices and the tokens that tie a purchase to a person never leave it; account
/// ids leave it as they are, or as pseudonyms.
public struct Disclosure: Sendable {
  private let key: KeyedDigest?

  /// Account ids as they are.
  public init() {
    key = nil
  }

  /// Account ids as keyed pseudonyms (HMAC-SHA-256): the same account has the same one in every
  /// file made with the key, and nobody without the key can tell whose it is.
  public init(pseudonymKey: [UInt8]) {
    key = KeyedDigest(key: pseudonymKey, .sha256)
  }

  var isPseudonymous: Bool { key != nil }

  /// What an account is called: itself, or 128 bits of its code.
  func account(_ accountID: String) -> String {
    guard let key else { return accountID }
    return "p-" + Hexadecimal.text(key.code(Array(accountID.utf8)).prefix(16))
  }

  /// Numbers stay: a count of accounts names none. What people noted may name them, and goes.
  func apply(to values: inout [String?], _ columns: [Column]) {
    for (index, column) in columns.enumerated() {
      guard let value = values[index] else { continue }
      switch column.kind {
      case .json: values[index] = EvidenceText.disclosed(value, of: column.name, self)
      case .text where isPseudonymous && EvidenceText.namesAccounts(column.name):
        values[index] = account(value)
      case .text where isPseudonymous && column.name == "note": values[index] = nil
      default: break
      }
    }
  }
}

/// Lower-case hexadecimal.
enum Hexadecimal {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
