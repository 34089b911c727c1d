import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Roles that may do what they need and no more", .serialized)
struct RoleTests {
  /// A shop in which a member of each of the two roles may log in.
  private final class Members {
    let shop: Shop
    let worker: String
    let reader: String

    init() throws {
      shop = try Shop()
      worker = "worker_\(shop.database.name)"
      reader = "reader_\(shop.database.name)"
      try shop.connection.execute(try Shop.sql("roles"))
      try shop.connection.execute(
        """
        create role \(worker) login in role receipt_audit_worker;
        create role \(reader) login in role receipt_audit_reader;
        """)
    }

    deinit { _ = try? shop.connection.execute("drop role \(worker), \(reader)") }

    func conninfo(_ role: String) -> String { "\(shop.database.conninfo) user=\(role)" }

    func audit(_ words: [String], as role: String) throws -> Tool.Outcome {
      try Tool.audit.run(words + ["-d", conninfo(role)])
    }
  }

  @Test("One audits, the other reports; neither sees what is not its own")
  func members() throws {
    let members = try Members()
    let run = try members.audit(
      ["run", "--trust-anchor", Shop.trustAnchor, "--as-of", "2026-01-01"], as: members.worker)
    #expect(run.status == 0, "\(run.errors)")
    let (expected, digests) = (try Shop.undisturbed.get(), try members.shop.digests())
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table)") }

    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("report-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try members.audit(["report", "--output", folder.path], as: members.reader)
    #expect(report.status == 0, "\(report.errors)")
    let export = try members.audit(["export", "findings"], as: members.reader)
    #expect(export.status == 0 && export.output.contains("forged-receipt"), "\(export.errors)")

    let reader = try Connection(ConnectionSettings(members.conninfo(members.reader)))
    for table in ["public.receipts", "audit.source", "audit_data.receipts", "audit_data.findings"] {
      let error = #expect(throws: PostgreSQLError.self) {
        try reader.query("select from \(table) limit 1")
      }
      #expect(error?.sqlState == "42501", "\(table)")
    }
    let refused = try members.audit(
      ["run", "--trust-anchor", Shop.trustAnchor], as: members.reader)
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(try reader.query("select from audit.receipts").count > 0)
  }
}
