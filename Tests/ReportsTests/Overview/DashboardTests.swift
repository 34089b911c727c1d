import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("What dashboards read", .serialized)
struct DashboardTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func texts(_ query: String, _ connection: Connection) throws -> [String] {
    let rows = try connection.query(query)
    return try (0..<rows.count).map { try rows[$0].text(0) ?? "" }
  }

  @Test(
    "Every view, and every column of every view, says what it is", arguments: ["audit", "audit_v1"])
  func comments(schema: String) throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    let columns = """
      select c.relname::text || '.' || a.attname::text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = '\(schema)'::regnamespace and c.relkind in ('v', 'm')
      """
    #expect(try texts(columns, connection).count > 100)
    #expect(
      try texts("\(columns) and col_description(c.oid, a.attnum) is null", connection) == [])
    #expect(
      try texts(
        "select relname::text from pg_class where relnamespace = '\(schema)'::regnamespace and relkind in ('v', 'm') and obj_description(oid, 'pg_class') is null",
        connection) == [])
  }

  @Test("A reader reads the views, and neither base tables nor the receipts themselves")
  func reader() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    try connection.execute(
      "create table public.r (receipt_id bigint, account_id text, receipt bytea, received_at timestamptz); create view audit.source as select * from public.r"
    )
    try connection.execute(
      String(contentsOf: Self.root.appendingPathComponent("sql/roles.sql"), encoding: .utf8))
    try connection.execute("set role receipt_audit_reader")
    let views = try texts(
      "select oid::regclass::text from pg_class where relnamespace in ('audit'::regnamespace, 'audit_v1'::regnamespace) and relkind in ('v', 'r') and relname <> 'source'",
      connection)
    #expect(views.count > 20)
    for view in views { try connection.query("select * from \(view) limit 1") }
    let tables = try texts(
      "select 'audit_data.' || relname from pg_class where relnamespace = (select oid from pg_namespace where nspname = 'audit_data') and relkind = 'r'",
      connection)
    #expect(tables.count > 10)
    for table in tables + ["audit.source", "public.r"] {
      #expect { try connection.query("select * from \(table) limit 1") } throws: {
        ($0 as? PostgreSQLError)?.sqlState == "42501"
      }
    }
    #expect { try connection.query("delete from audit.rules") } throws: {
      ($0 as? PostgreSQLError)?.sqlState == "42501"
    }
  }

  @Test("The report, its lists and its cases are made with a reader's rights alone")
  func readerReports() throws {
    let store = try ReportStore(ReportStore.small)
    try store.connection.execute(
      String(contentsOf: Self.root.appendingPathComponent("sql/roles.sql"), encoding: .utf8))
    try store.connection.execute("set role receipt_audit_reader")
    let folder = try TemporaryFolder()
    try RunReportWriter(store.connection).write(to: folder.file("out"))
    #expect(try folder.text("out/report.html").contains("2 new critical findings tonight"))
    for list in Export.allCases {
      var rows = RowTable(columns: [])
      try list.listing().write(from: store.connection, into: &rows)
      #expect(!rows.rows.isEmpty, "\(list)")
    }
    #expect(try FraudCase.read(.account("cleo"), from: store.connection).receiptIDs == ["40"])
    #expect { try RunReportWriter(store.connection, runID: 1) } throws: {
      ($0 as? PostgreSQLError)?.sqlState == "42501"
    }
  }

  @Test("A reader of before reads the views that a migration brings")
  func readerAfterMigration() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    try connection.execute(
      String(contentsOf: Self.root.appendingPathComponent("sql/roles.sql"), encoding: .utf8))
    try connection.execute(
      "revoke select on audit.run_changes, audit_v1.run_changes from receipt_audit_reader")
    try connection.execute("create view audit.brought as select 1 as one")
    try connection.execute(
      String(contentsOf: Self.root.appendingPathComponent("sql/reading.sql"), encoding: .utf8))
    try connection.execute("set role receipt_audit_reader")
    for view in ["audit.run_changes", "audit_v1.run_changes", "audit.brought"] {
      try connection.query("select * from \(view) limit 1")
    }
  }

  @Test("Every query of the Grafana dashboard runs, over version 1 of the views alone")
  func dashboard() throws {
    let store = try ReportStore(ReportStore.small)
    let file = Self.root.appendingPathComponent("jobs/grafana.json")
    let dashboard = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let panels = try #require(dashboard["panels"] as? [[String: Any]])
    #expect(panels.count >= 8)
    for panel in panels {
      let targets = try #require(panel["targets"] as? [[String: Any]])
      for target in targets {
        let sql = try #require(target["rawSql"] as? String)
        #expect(!sql.contains("audit."), "\(sql)")
        let filled = sql.replacing(
          "$__timeFilter(day::timestamp)", with: "day::timestamp > '2020-01-01'"
        ).replacing("$__timeFilter(as_of)", with: "as_of > '2020-01-01'")
        #expect(!filled.contains("$__"), "\(sql)")
        #expect(try store.connection.query(filled).count > 0, "\(sql)")
      }
    }
  }
}
