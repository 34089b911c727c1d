/// What a receipts column holds, before it is known which document it is.
enum Transport {
  /// DER or BER, with what had to be mended to get there.
  case encoded([UInt8], repairs: [Repair], observations: [Observation])
  /// A signed token in compact form, at its place in what is stored.
  case token(TokenText)
  /// Text of another format, as it is to be read.
  case document(OtherDocument, repairs: [Repair], observations: [Observation])
  case failure(Reason)

  /// Recognises the strictest reading first: binary, then base64 in ever more damaged forms.
  static func read(_ stored: [UInt8]) -> Readings {
    guard !stored.isEmpty else { return Readings(.failure(.empty)) }
    guard stored.count <= Limits.inputSize else { return Readings(.failure(.limitExceeded)) }
    guard stored.count > 1 else { return Readings(.failure(.notAReceipt)) }
    if looksEncoded(stored) { return Readings(.encoded(stored, repairs: [], observations: [])) }
    if let token = TokenText(stored.span) { return Readings(.token(token)) }
    var repair = TextRepair(stored)
    return repair.read()
  }

  /// SEQUENCE with a long or indefinite length. Text that begins with "0" goes on with a printable
  /// character, a length octet of anything that holds three certificates does not.
  static func looksEncoded(_ bytes: [UInt8]) -> Bool {
    bytes.count > 1 && bytes[0] == Tag.sequence && bytes[1] >= 0x80
  }
}

/// How a stored value may be read, the likelier way first.
///
/// There are two where spaces may be folding as well as lost plus signs: whichever verifies is right.
struct Readings {
  let first: Transport
  let second: Transport?

  init(_ first: Transport, or second: Transport? = nil) {
    self.first = first
    self.second = second
  }
}
