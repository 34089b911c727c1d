import Foundation
import ReceiptVerification
import Testing

/// Real receipts with their truth, where RECEIPT_CORPUS names the folder that holds them.
struct Corpus {
  struct Item: Decodable, CustomTestStringConvertible {
    var file: String
    var form: String
    var encoding: String
    var accept: [String]
    var acceptWithTestRoot: [String]?
    var testRoot: String?
    var deviceGuidHex: String?

    var testDescription: String { file }
  }

  static let folder = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"]

  static let items: [Item] = {
    guard let folder else { return [] }
    let manifest = URL(fileURLWithPath: folder + "/manifest.json")
    guard let data = try? Data(contentsOf: manifest) else { return [] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return (try? decoder.decode([Item].self, from: data)) ?? []
  }()

  static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(file)")))
  }

  static func accepts(_ accept: [String], _ verification: Verification) -> Bool {
    accept.contains("\(verification.verdict.rawValue)/\(verification.reason.rawValue)")
      || accept.contains(verification.verdict.rawValue)
  }
}

@Suite("Corpus of real receipts", .enabled(if: Corpus.folder != nil))
struct CorpusTests {
  static let readable = Corpus.items.filter { $0.form != "legacy" }

  @Test("the manifest is there")
  func manifest() { #expect(Self.readable.count > 250) }

  @Test("every item gets the manifest's verdict under Apple's anchors", arguments: readable)
  func verdict(_ item: Corpus.Item) throws {
    let verification = ReceiptVerifier().verify(try Corpus.bytes(item.file))
    #expect(
      Corpus.accepts(item.accept, verification),
      "\(verification.verdict)/\(verification.reason.rawValue) is none of \(item.accept)")
  }

  @Test(
    "every item gets the manifest's verdict under its test root",
    arguments: readable.filter { $0.testRoot != nil })
  func verdictUnderTestRoot(_ item: Corpus.Item) throws {
    let root = try Corpus.bytes(try #require(item.testRoot) + ".der")
    let verifier = ReceiptVerifier(anchors: try TrustAnchors.apple.adding(fileContents: root))
    let verification = verifier.verify(try Corpus.bytes(item.file))
    #expect(
      Corpus.accepts(item.acceptWithTestRoot ?? [], verification),
      "\(verification.verdict)/\(verification.reason.rawValue) is none of \(item.acceptWithTestRoot ?? [])"
    )
  }

  @Test(
    "genuine receipts as Apple made them give no observation",
    arguments: readable.filter {
      ($0.file.hasPrefix("items/app-receipt/") || $0.file.hasPrefix("items/jws/"))
        && $0.accept == ["genuine/ok"]
    })
  func silence(_ item: Corpus.Item) throws {
    #expect(ReceiptVerifier().verify(try Corpus.bytes(item.file)).observations == [])
  }

  @Test(
    "the device hash matches the device that the receipt was made for",
    arguments: readable.filter {
      $0.deviceGuidHex != nil && !($0.acceptWithTestRoot ?? []).contains("corrupt")
    })
  func deviceHash(_ item: Corpus.Item) throws {
    let receipt = try #require(ReceiptVerifier().verify(try Corpus.bytes(item.file)).receipt)
    let hex = Array((item.deviceGuidHex ?? "").utf8)
    let guid = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(decoding: hex[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    #expect(receipt.deviceHashMatches(deviceID: guid) == true)
    #expect(receipt.deviceHashMatches(deviceID: guid.reversed()) == false)
  }
}
