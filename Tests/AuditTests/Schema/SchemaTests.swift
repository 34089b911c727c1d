import Audit
import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Schema")
struct SchemaTests {
  @Test("migrations are numbered from 1 without gaps")
  func numbers() {
    #expect(Migration.all.map(\.version) == Array(1...Migration.all.count))
  }

  @Test("an empty database gets every migration and the catalogue")
  func fresh() throws {
    let database = try TestDatabase.empty()
    let connection = try database.connect()
    #expect(try Schema.status(connection).applied == [])
    #expect(throws: SchemaError.behind(pending: Migration.all.map(\.version))) {
      try Schema.requireCurrent(connection)
    }
    #expect(try Schema.up(connection) == Migration.all)
    #expect(try Schema.status(connection).isCurrent)
    try Schema.requireCurrent(connection)
    let rules = try connection.query("select count(*) as n from audit.rules")
    #expect(try rules[0].int("n") == 20)
  }

  @Test("a second time there is nothing to do")
  func twice() throws {
    let database = try TestDatabase.empty()
    let connection = try database.connect()
    try Schema.up(connection)
    #expect(try Schema.up(connection) == [])
  }

  @Test("of twenty at once, one migrates and nobody fails")
  func twentyAtOnce() throws {
    let database = try TestDatabase.empty()
    let applied = Applied()
    let threads = (0..<20).map { _ in
      Thread {
        let result = Result { try Schema.up(database.connect()).count }
        applied.add(result)
      }
    }
    for thread in threads { thread.start() }
    let results = applied.wait(for: 20)
    #expect(try results.map { try $0.get() }.sorted().suffix(2) == [0, Migration.all.count])
  }

  @Test("a database that a newer program migrated is refused")
  func newer() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    try connection.execute(
      "insert into audit.schema_migrations (version, name, sha256) values (999, 'later', '')")
    let expected = SchemaError.newer(database: 999, program: Migration.all.count)
    #expect(throws: expected) { try Schema.up(connection) }
    #expect(throws: expected) { try Schema.status(connection) }
  }

  @Test("a migration that was applied with another text is refused")
  func changed() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    try connection.execute("update audit.schema_migrations set sha256 = '0' where version = 1")
    #expect(throws: SchemaError.changed(version: 1, name: "tables")) {
      try Schema.up(connection)
    }
  }

  @Test("what is printed builds the same schema")
  func printed() throws {
    let database = try TestDatabase.empty()
    let connection = try database.connect()
    try connection.execute(
      "create table public.receipts as select 1 as receipt_id, 'a' as account_id, ''::bytea as receipt, now() as received_at"
    )
    try connection.transaction { try connection.execute(Schema.printed) }
    let source = try connection.query("select receipt_id from audit.source")
    #expect(source.count == 1)
  }
}

/// What threads report, and a wait for all of them.
private final class Applied: @unchecked Sendable {
  // The condition guards `results`.
  private let condition = NSCondition()
  private var results: [Result<Int, any Error>] = []

  func add(_ result: Result<Int, any Error>) {
    condition.lock()
    results.append(result)
    condition.signal()
    condition.unlock()
  }

  func wait(for count: Int) -> [Result<Int, any Error>] {
    condition.lock()
    defer { condition.unlock() }
    while results.count < count { condition.wait() }
    return results
  }
}
