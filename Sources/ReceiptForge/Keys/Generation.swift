public import OpenSSL

/// The two digest eras of receipts: SHA-1 end to end, then SHA-256 end to end.
public enum Era: String, Sendable, CaseIterable {
  case sha1, sha256

  public var digest: SigningDigest {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }

  /// The era that a production receipt of that moment belongs to (Apple switched on 2023-08-14).
  public static func at(_ seconds: Int64) -> Era {
    seconds < ReceiptDate.at("2023-08-14") ? .sha1 : .sha256
  }
}

/// One intermediate and leaf of the test hierarchy, with the validity of its real model.
public enum Generation: String, Sendable, CaseIterable {
  /// Modelled on the intermediate of 2013 and the leaf of 2015.
  case sha1First
  /// Modelled on G7.
  case sha1Second
  /// Modelled on G8.
  case sha1Third
  /// Modelled on G5 and its first receipt leaf.
  case sha256First
  /// Modelled on G5 and its second receipt leaf.
  case sha256Second
  /// What follows: no such leaf had been seen when this was written.
  case sha256Third

  public var era: Era {
    switch self {
    case .sha1First, .sha1Second, .sha1Third: .sha1
    case .sha256First, .sha256Second, .sha256Third: .sha256
    }
  }

  /// The last generation of the era whose leaf is valid then; the era's nearest where none is.
  public static func of(_ era: Era, at seconds: Int64) -> Generation {
    let candidates = allCases.filter { $0.era == era }
    let valid = candidates.last { $0.leafValidity.contains(seconds) }
    if let valid { return valid }
    let ended = candidates.last { $0.leafValidity.upperBound < seconds }
    return ended ?? candidates[0]
  }

  /// Seconds since 1970, both ends included.
  public var leafValidity: ClosedRange<Int64> {
    switch self {
    case .sha1First: ReceiptDate.at("2015-11-13")...ReceiptDate.at("2023-02-07T21:48:47Z")
    case .sha1Second: ReceiptDate.at("2022-12-02")...ReceiptDate.at("2023-11-17T20:40:52Z")
    case .sha1Third: ReceiptDate.at("2023-07-13")...ReceiptDate.at("2024-08-11")
    case .sha256First: ReceiptDate.at("2022-09-02")...ReceiptDate.at("2024-10-01")
    case .sha256Second: ReceiptDate.at("2024-07-24")...ReceiptDate.at("2026-08-23")
    case .sha256Third: ReceiptDate.at("2026-06-15")...ReceiptDate.at("2028-08-01")
    }
  }

  var intermediateValidity: ClosedRange<Int64> {
    switch self {
    case .sha1First: ReceiptDate.at("2013-02-07")...ReceiptDate.at("2023-02-07T21:48:47Z")
    case .sha1Second: ReceiptDate.at("2022-11-17")...ReceiptDate.at("2023-11-17T20:40:52Z")
    case .sha1Third: ReceiptDate.at("2023-06-20")...ReceiptDate.at("2025-01-24")
    case .sha256First, .sha256Second, .sha256Third:
      ReceiptDate.at("2020-12-16T19:38:56Z")...ReceiptDate.at("2030-12-10")
    }
  }

  /// One for each intermediate certificate: the SHA-256 generations share theirs.
  var intermediateNumber: UInt8 {
    switch self {
    case .sha1First: 1
    case .sha1Second: 7
    case .sha1Third: 8
    case .sha256First, .sha256Second, .sha256Third: 5
    }
  }

  /// Unlike any other certificate's of the hierarchy.
  var leafSerial: [UInt8] {
    [0x2D] + Array(repeating: 0x5A, count: 14) + [UInt8(Self.allCases.firstIndex(of: self) ?? 0)]
  }
}
