import Testing

@testable import Audit

@Suite("The source view's columns")
struct SourceViewTests {
  private let good = [
    "receipt_id": "bigint", "account_id": "text", "receipt": "bytea",
    "received_at": "timestamp with time zone",
  ]

  @Test(
    "keys may be integer, bigint, uuid and text",
    arguments: [
      ("integer", SourceView.KeyType.integer), ("bigint", .bigint), ("uuid", .uuid),
      ("text", .text), ("character varying", .text),
    ])
  func keyTypes(type: String, key: SourceView.KeyType) throws {
    let view = try SourceView(columnTypes: good.merging(["receipt_id": type]) { $1 })
    #expect(view.keyType == key)
  }

  @Test("optional columns are used where they are there")
  func optionalColumns() throws {
    let without = try SourceView(columnTypes: good)
    #expect(!without.hasBundleID && !without.hasDeviceID)
    let with = try SourceView(
      columnTypes: good.merging(["bundle_id": "text", "device_id": "uuid"]) { $1 })
    #expect(with.hasBundleID && with.hasDeviceID)
  }

  @Test(
    "a missing column is named with what it should be",
    arguments: ["receipt_id", "account_id", "receipt", "received_at"])
  func missing(column: String) {
    var types = good
    types[column] = nil
    let error = #expect(throws: AuditError.self) { try SourceView(columnTypes: types) }
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("no column \(column); it must be ") == true)
  }

  @Test(
    "a mistyped column is named with its type and what it should be",
    arguments: [
      ("receipt_id", "numeric"), ("account_id", "bigint"), ("receipt", "json"),
      ("received_at", "timestamp without time zone"), ("bundle_id", "integer"),
      ("device_id", "text"),
    ])
  func mistyped(column: String, type: String) {
    let types = good.merging([column: type]) { $1 }
    let error = #expect(throws: AuditError.self) { try SourceView(columnTypes: types) }
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("column \(column) is of type \(type); it must be ") == true)
  }
}
