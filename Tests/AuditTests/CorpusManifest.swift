import Foundation

/// Real receipts with their truth, where RECEIPT_CORPUS names the folder that holds them.
struct CorpusManifest {
  /// One item: a file and what is in it.
  struct Item: Decodable, Sendable {
    var file: String
    var form: String
    var encoding: String
    var accept: [String]
    var deviceGuidHex: String?
    var fields: [String: Scalar]?
    var purchases: [[String: Scalar]]?

    private enum Key: String, CodingKey {
      case file, form, encoding, accept, fields, purchases
      case deviceGuidHex = "device_guid_hex"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      file = try values.decode(String.self, forKey: .file)
      form = try values.decode(String.self, forKey: .form)
      encoding = try values.decode(String.self, forKey: .encoding)
      accept = try values.decode([String].self, forKey: .accept)
      deviceGuidHex = try values.decodeIfPresent(String.self, forKey: .deviceGuidHex)
      // Of derived files the manifest has notes in other shapes; only plain ones are compared.
      fields = try? values.decode([String: Scalar].self, forKey: .fields)
      purchases = try? values.decode([[String: Scalar]].self, forKey: .purchases)
    }
  }

  /// A value of the manifest; what is neither text nor a number is nothing to compare.
  enum Scalar: Decodable, Sendable, Equatable {
    case text(String)
    case number(Int64)
    case other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int64.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }
  }

  static let folder = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"]

  static func items() throws -> [Item] {
    let manifest = URL(fileURLWithPath: (folder ?? "") + "/manifest.json")
    return try JSONDecoder().decode([Item].self, from: Data(contentsOf: manifest))
  }

  static func bytes(_ item: Item) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(item.file)")))
  }
}
