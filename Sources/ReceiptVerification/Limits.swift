/// What one receipt may cost; far above any genuine one, far below harm.
///
/// Genuine receipts reach 79 KB, 187 purchases, three certificates, six levels of nesting and
/// a hundred octets of text.
enum Limits {
  /// Octets of a stored receipt, before and after decoding: beyond it a claimed length is an attack.
  static let inputSize = 16 * 1024 * 1024
  /// Levels of indefinite-length encodings and constructed strings that are followed.
  static let nesting = 12
  /// Certificates in a container: each costs a decoding of about 0.1 ms.
  static let certificates = 16
  /// Octets of all certificates together; they are the key of a cache entry.
  static let certificateBytes = 64 * 1024
  /// Signers are counted no further than this.
  static let signers = 16
  /// Octets of an object identifier; those of containers have nine, OpenSSL 3.0 compares long ones
  /// in quadratic time (CVE-2023-2650).
  static let identifierBytes = 64
  /// Attributes of a payload, each purchase counted as one.
  static let attributes = 8_192
  /// Attributes of one purchase.
  static let purchaseAttributes = 256
  /// Octets of a text that is kept as text; a longer one is cut, and kept whole as raw bytes.
  static let textBytes = 4_096
  /// Observations kept for a receipt: a hostile one could give one for each of its attributes.
  static let observations = 64
  /// Octets of a property list, and keys in it: genuine ones have 4 KB and 25 keys.
  static let propertyListBytes = 256 * 1024
  static let propertyListEntries = 128
  /// Certificates of a path, signer and anchor included.
  static let pathLength = 5
}

extension Limits {
  /// Levels of nesting in JSON; genuine payloads have four.
  static let jsonNesting = 64
  /// Values of a JSON text, names not counted.
  static let jsonValues = 262_144
  /// Octets of a token's header, as it is written; they are the key of a cache entry.
  static let headerBytes = 64 * 1024
}

extension Limits {
  /// Members without a field of their own that are kept of a payload.
  static let unknownFields = 64
  /// Octets of a value that an observation shows.
  static let shownValue = 64
}
