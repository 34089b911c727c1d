import Foundation
import Testing

@Suite("inspect --format verify-receipt")
struct VerifyReceiptFormatTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("old-endpoint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(try Tool.forge.run(["pki", "--output", folder.path]).status == 0)
  }

  private func answer(_ kind: String, _ options: [String] = []) throws -> [String: Any] {
    let minted = try Tool.forge.run([
      "receipt", "--kind", kind, "--output", folder.path + "/\(kind)",
    ])
    #expect(minted.status == 0)
    let outcome = try Tool.audit.run(
      ["inspect", "--format", "verify-receipt", "--trust-anchor", folder.path + "/root.pem"]
        + options + [folder.path + "/\(kind)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test("A receipt is answered in the endpoint's fields and forms, without what it does not prove")
  func receipt() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let answer = try answer("genuine-sha256")
    #expect(answer["status"] as? Int == 0)
    #expect(answer["environment"] as? String == "Production")
    #expect(Set(answer.keys) == ["receipt", "environment", "status"])
    let receipt = try #require(answer["receipt"] as? [String: Any])
    #expect(receipt["bundle_id"] as? String == "com.example.meadow")
    #expect(receipt["receipt_type"] as? String == "Production")
    #expect(receipt["adam_id"] as? Int64 == receipt["app_item_id"] as? Int64)
    #expect(receipt["adam_id"] is Int64)
    #expect(receipt["request_date"] == nil)
    let rows = try #require(receipt["in_app"] as? [[String: Any]])
    #expect(rows.count == 5)
    // In payload order, which is not chronological.
    func row(_ id: String) throws -> [String: Any] {
      try #require(rows.first { $0["transaction_id"] as? String == id })
    }
    let first = try row("310001200000001")
    #expect(first["quantity"] as? String == "1")
    #expect(first["web_order_line_item_id"] as? String == "310000500000001")
    #expect(first["is_trial_period"] as? String == "false")
    #expect(first["purchase_date"] as? String == "2023-03-01 09:00:00 Etc/GMT")
    #expect(first["purchase_date_ms"] as? String == "1677661200000")
    #expect(first["purchase_date_pst"] as? String == "2023-03-01 01:00:00 America/Los_Angeles")
    #expect(first["cancellation_date"] == nil)
    let unlocked = try row("310001200000010")
    #expect(unlocked["expires_date"] == nil)
    #expect(unlocked["web_order_line_item_id"] == nil)
  }

  @Test("A signed transaction is answered as one row, with what only it knows")
  func transaction() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let receipt = try #require(try answer("token-transaction")["receipt"] as? [String: Any])
    let rows = try #require(receipt["in_app"] as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(rows[0]["in_app_ownership_type"] as? String == "PURCHASED")
    #expect(rows[0]["subscription_group_identifier"] as? String == "21752814")
    #expect(rows[0]["expires_date_ms"] as? String == "1761987600000")
  }

  @Test("What is refused is answered by its status alone")
  func statuses() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (kind, options, status) in [
      ("sandbox", [], 0), ("sandbox", ["--endpoint", "sandbox"], 0),
      ("sandbox", ["--endpoint", "production"], 21007),
      ("genuine-sha1", ["--endpoint", "production"], 0),
      ("genuine-sha1", ["--endpoint", "sandbox"], 21008),
      ("product-altered", ["--endpoint", "sandbox"], 21003), ("created-after-leaf", [], 21003),
      ("xcode", [], 21003), ("truncated", [], 21002), ("words", [], 21002),
      ("token-price-altered", [], 21003), ("token-renewal-info", [], 21002),
    ] as [(String, [String], Int)] {
      let answer = try answer(kind, options)
      #expect(answer["status"] as? Int == status, "\(kind)")
      if status != 0 { #expect(answer.count == 1, "\(kind)") }
    }
  }
}
