extension JSONNumber {
  /// Reads the number that begins at `at`, and moves behind it (RFC 8259 6).
  init(_ at: inout Int, _ bytes: Span<UInt8>) throws(DecodingFailure) {
    let start = at
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    let digits = at
    try Self.skipDigits(&at, bytes)
    // No leading zeros.
    guard bytes[digits] != UInt8(ascii: "0") || at == digits + 1 else { throw .malformed }
    var isInteger = true
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      try Self.skipDigits(&at, bytes)
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
        at += 1
      }
      try Self.skipDigits(&at, bytes)
    }
    if isInteger {
      self = .integer(try Self.integer(digits..<at, isNegative: digits > start, bytes))
    } else {
      let text = String(decoding: bytes.copy(start..<at), as: UTF8.self)
      guard let value = Double(text), value.isFinite else { throw .malformed }
      self = .fraction(value)
    }
  }

  /// One digit at least.
  private static func skipDigits(_ at: inout Int, _ bytes: Span<UInt8>) throws(DecodingFailure) {
    let start = at
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
    guard at > start else { throw .malformed }
  }

  private static func integer(
    _ digits: Range<Int>, isNegative: Bool, _ bytes: Span<UInt8>
  ) throws(DecodingFailure) -> Int64 {
    var value: Int64 = 0
    for index in digits {
      // Downwards, since the negative range reaches one further.
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, underflow) = tenfold.subtractingReportingOverflow(Int64(bytes[index]) - 0x30)
      guard !overflow, !underflow else { throw .malformed }
      value = next
    }
    guard !isNegative else { return value }
    guard value != .min else { throw .malformed }
    return -value
  }
}
