import Foundation
import Testing

@Suite("inspect, on minted files")
struct InspectTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("inspect-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(try Tool.forge.run(["pki", "--output", folder.path]).status == 0)
  }

  var anchor: [String] { ["--trust-anchor", folder.path + "/root.pem"] }

  func mint(_ kind: String, _ encoding: String = "der") throws -> [UInt8] {
    let file = folder.appendingPathComponent("\(kind).\(encoding)")
    let outcome = try Tool.forge.run([
      "receipt", "--kind", kind, "--encoding", encoding, "--output", file.path,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return Array(try Data(contentsOf: file))
  }

  func object(_ line: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("Every kind gets its verdict and reason, as text and as JSON")
  func everyKind() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let kinds = try Tool.forge.run(["kinds"]).output.split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(kinds.count > 10)
    for kind in kinds { _ = try mint(kind[0]) }
    let files = kinds.map { folder.path + "/\($0[0]).der" }
    let json = try Tool.audit.run(["inspect", "--format", "json"] + anchor + files)
    #expect(json.status == 0 && json.errors == "")
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == kinds.count)
    for (line, kind) in zip(lines, kinds) {
      let inspection = try object(line)
      #expect(inspection["verdict"] as? String == kind[1], "\(kind[0])")
      #expect(inspection["reason"] as? String == kind[2], "\(kind[0])")
    }
    let text = try Tool.audit.run(["inspect"] + anchor + files)
    #expect(text.status == 0)
    for kind in kinds { #expect(text.output.contains("/\(kind[0]).der")) }
    #expect(!text.output.utf8.contains(0x1B))
  }

  @Test("Fields and purchases are shown under the names of the audit tables")
  func fields() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try mint("genuine-sha256", "base64")
    let outcome = try Tool.audit.run(["inspect", "--json", "-"] + anchor, input: bytes)
    let inspection = try object(outcome.output)
    #expect(inspection["file"] as? String == "-")
    #expect(inspection["format"] as? String == "app-receipt")
    let receipt = try #require(inspection["receipt"] as? [String: Any])
    #expect(receipt["bundle_id"] is String)
    let purchases = try #require(receipt["purchases"] as? [[String: Any]])
    #expect(!purchases.isEmpty)
    for purchase in purchases {
      #expect(purchase["transaction_id"] is String)
      #expect((purchase["purchase_date"] as? String)?.hasSuffix("Z") == true)
    }
    let text = try Tool.audit.run(["inspect", "-"] + anchor, input: bytes).output
    for word in ["genuine", "bundle_id", "purchase 1", "transaction_id"] {
      #expect(text.contains(word))
    }
  }

  @Test("Without the test root its receipts are forgeries")
  func appleOnly() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.audit.run(["inspect", "--json", "-"], input: mint("genuine-sha256"))
    #expect(try object(outcome.output)["verdict"] as? String == "forged")
  }

  @Test("A file that cannot be read is named and ends with 1, and the others are shown")
  func unreadable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try Tool.audit.run(["inspect", folder.path + "/none", "-"], input: [1, 2, 3])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/none: No such file or directory"))
    #expect(outcome.output.contains("corrupt"))
  }
}

extension InspectTests {
  @Test("A notification shows the tokens inside it, each with its own verdict")
  func notification() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try mint("token-refund")
    let outcome = try Tool.audit.run(["inspect", "--json", "-"] + anchor, input: bytes)
    let inspection = try object(outcome.output)
    #expect(inspection["format"] as? String == "jws-notification")
    let receipt = try #require(inspection["receipt"] as? [String: Any])
    #expect(receipt["notification_type"] as? String == "REFUND")
    let nested = try #require(receipt["nested"] as? [[String: Any]])
    #expect(
      nested.map { $0["format"] as? String } == ["jws-transaction", "jws-renewal-info"])
    #expect(nested.map { $0["verdict"] as? String } == ["genuine", "genuine"])
    let transaction = try #require(nested[0]["receipt"] as? [String: Any])
    let purchases = try #require(transaction["purchases"] as? [[String: Any]])
    #expect(purchases[0]["price_milliunits"] as? Int == 9990)
    #expect(purchases[0]["cancellation_date"] as? String == "2025-10-05T12:00:00Z")
    let text = try Tool.audit.run(["inspect", "-"] + anchor, input: bytes).output
    for word in ["inside it, signedTransactionInfo", "price_milliunits", "auto_renew_status"] {
      #expect(text.contains(word))
    }
  }
}
