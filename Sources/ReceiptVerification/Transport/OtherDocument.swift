import Foundation

/// Documents of a receipts column that are no PKCS#7, recognised by their first characters.
enum OtherDocument {
  /// Three parts between dots, the first of them a JSON object.
  case jws
  /// An old-style property list in base64.
  case transactionReceipt([UInt8])
  /// A verifyReceipt request or answer.
  case json([UInt8])

  init?(_ text: [UInt8]) {
    if text.starts(with: Array("eyJ".utf8)), text.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
      self = .jws
    } else if text.starts(with: Array("ewo".utf8)) {
      self = .transactionReceipt(text)
    } else if text.first == UInt8(ascii: "{") {
      self = .json(text)
    } else {
      return nil
    }
  }

  func read(_ repairs: [Repair]) -> Transport {
    switch self {
    case .jws: return .unsupported(.jwsTransaction)
    case .transactionReceipt(let text):
      return Self.isWholePropertyList(text)
        ? .unsupported(.transactionReceipt) : .failure(.truncated)
    case .json(let text):
      guard let receipt = Self.receipt(inJSON: text) else {
        return .unsupported(.verifyReceiptJSON)
      }
      return Transport.read(receipt)
    }
  }

  /// A property list ends with its closing brace.
  private static func isWholePropertyList(_ text: [UInt8]) -> Bool {
    let clean = text.filter { $0 > 0x20 }
    return Base64.decode(clean)?.bytes.last { $0 > 0x20 } == UInt8(ascii: "}")
  }

  /// The base64 receipt of a request (`receipt-data`) or an answer (`latest_receipt`).
  private static func receipt(inJSON text: [UInt8]) -> [UInt8]? {
    let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let receipt = object?["latest_receipt"] ?? object?["receipt-data"]
    return (receipt as? String).map { Array($0.utf8) }
  }
}
