import Audit
import PostgreSQL

extension TestDatabase {
  private static let schema = DatabaseTemplate(name: "schema") { connection in
    try Schema.up(connection)
  }

  /// A database with the audit's schema in it.
  public static func migrated() throws -> TestDatabase {
    try TestDatabase(schema)
  }
}
