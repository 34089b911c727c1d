import Audit
import Foundation
import TestSupport
import Testing

@Suite("The recorded schema")
struct SchemaSnapshotTests {
  private static let directory = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("sql/schema")

  @Test("migrations make the schema that is recorded")
  func recorded() throws {
    let database = try TestDatabase.migrated()
    let session = try AuditSession.open(database.settings)
    let query = try String(
      contentsOf: Self.directory.appendingPathComponent("snapshot.sql"), encoding: .utf8)
    let rows = try session.query(query)
    let lines = try (0..<rows.count).map { try rows[$0].text("line") ?? "" }
    let schema = lines.joined(separator: "\n") + "\n"
    let file = Self.directory.appendingPathComponent("snapshot.txt")
    if ProcessInfo.processInfo.environment["RECEIPT_RECORD_SCHEMA"] == "1" {
      try Data(schema.utf8).write(to: file)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let added = Set(schema.split(separator: "\n")).subtracting(recorded.split(separator: "\n"))
    let gone = Set(recorded.split(separator: "\n")).subtracting(schema.split(separator: "\n"))
    #expect(
      schema == recorded,
      "added: \(added.sorted()); gone: \(gone.sorted()); sql/schema/snapshot.sql tells how to record it"
    )
  }
}
