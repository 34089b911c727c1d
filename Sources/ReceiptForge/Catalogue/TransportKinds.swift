import ReceiptVerification

extension ReceiptKind {
  /// What columns hold beside clean receipts.
  static let transportKinds: [ReceiptKind] =
    ReceiptEncoding.allCases.filter { $0 != .der }.map { encoding in
      ReceiptKind(
        "stored-\(encoding.rawValue)", "a genuine receipt stored as \(encoding.rawValue)", .ok
      ) {
        encoding.encode(try $0.mint($1))
      }
    } + damagedKinds

  private static let damagedKinds: [ReceiptKind] = [
    ReceiptKind("truncated", "the first half of a receipt", .truncated) {
      let whole = try $0.mint($1)
      return Array(whole.prefix(whole.count / 2))
    },
    ReceiptKind("truncated-base64", "base64 cut off at 4000 characters", .truncated) {
      Array(ReceiptEncoding.base64.encode(try $0.mint($1)).prefix(4000))
    },
    ReceiptKind("outer-length-altered", "an outer length beyond the end", .truncated) {
      var bytes = try $0.mint($1)
      bytes[2] |= 0x40
      return bytes
    },
    ReceiptKind("empty", "nothing", .empty) { _, _ in [] },
    ReceiptKind("one-byte", "a single byte", .notAReceipt) { _, _ in [0x30] },
    ReceiptKind("words", "a sentence", .notAReceipt) { _, _ in Array("no receipt, sorry".utf8) },
  ]
}
