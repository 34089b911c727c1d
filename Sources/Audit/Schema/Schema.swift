public import PostgreSQL

/// The audit's schema in a database: what is there, and how it comes to be what this program needs.
public enum Schema {
  /// What a database has of the schema.
  public struct Status: Sendable, Equatable {
    /// Versions that were applied, in order.
    public var applied: [AppliedMigration]
    /// Migrations that are still to be applied, in order.
    public var pending: [Migration]

    public var isCurrent: Bool { pending.isEmpty }
  }

  /// The text of the template for the view `audit.source`, which the user owns.
  public static var sourceTemplate: String { SQLFile("source")?.text ?? "" }

  /// Everything that `up` would run in an empty database, and the roles and the template of
  /// `audit.source`, which it leaves to the user.
  public static var printed: String {
    let files =
      [SQLFile("migrations")] + SQLFile.all(in: "migrations")
      + [SQLFile("reading"), SQLFile("catalogue")]
    let ours = files.compactMap { file in file.map { "-- \($0.path).sql\n\n\($0.text)" } }
    let optional = [SQLFile("roles"), SQLFile("source")].compactMap { file in
      file.map { "-- \($0.path).sql (not run by schema up)\n\n\($0.text)" }
    }
    return (ours + optional).joined(separator: "\n")
  }

  /// Applies what is missing, all or nothing, and brings the rule catalogue, and what dashboards read,
  /// up to date.
  ///
  /// An advisory lock makes callers at the same time take turns; the later ones find nothing to do.
  /// - Returns: the migrations that this call applied.
  /// - Throws: `SchemaError` where the database is ahead of this program or has another past;
  ///   `PostgreSQLError`.
  @discardableResult
  public static func up(_ connection: Connection) throws -> [Migration] {
    try connection.transaction {
      try connection.query("select pg_advisory_xact_lock($1)", [.int8(advisoryLock)])
      try SQLFile("migrations").map { file in try connection.execute(file.text) }
      let pending = try status(connection).pending
      for migration in pending {
        try connection.execute(migration.text)
        try record(migration, on: connection)
      }
      if !pending.isEmpty { try SQLFile("reading").map { try connection.execute($0.text) } }
      try SQLFile("catalogue")?.run(on: connection)
      return pending
    }
  }

  /// Compares the database with this program; writes nothing.
  ///
  /// - Throws: `SchemaError.newer` and `.changed`; `PostgreSQLError`.
  public static func status(_ connection: Connection) throws -> Status {
    let applied = try appliedMigrations(connection)
    let known = Migration.all
    for migration in applied {
      guard let ours = known.first(where: { $0.version == migration.version }) else {
        throw SchemaError.newer(
          database: migration.version, program: known.last?.version ?? 0)
      }
      guard try digest(of: ours, on: connection) == migration.sha256 else {
        throw SchemaError.changed(version: ours.version, name: ours.name)
      }
    }
    let versions = Set(applied.map(\.version))
    return Status(
      applied: applied, pending: known.filter { !versions.contains($0.version) })
  }

  /// Passes where the database has exactly the schema that this program was written for.
  ///
  /// - Throws: `SchemaError`, `PostgreSQLError`.
  public static func requireCurrent(_ connection: Connection) throws {
    let pending = try status(connection).pending
    guard pending.isEmpty else { throw SchemaError.behind(pending: pending.map(\.version)) }
  }

  /// An arbitrary number that every version of this program shares.
  private static let advisoryLock: Int64 = 0x7265_6365_6970_7401

  private static func appliedMigrations(_ connection: Connection) throws -> [AppliedMigration] {
    let table = try connection.query(
      "select to_regclass('audit.schema_migrations') is not null as there")
    guard try table[0].bool("there") == true else { return [] }
    let rows = try connection.query(
      "select version, name, sha256, applied_at from audit.schema_migrations order by version")
    return try (0..<rows.count).map { index in
      let row = rows[index]
      return AppliedMigration(
        version: Int(try row.int("version") ?? 0), name: try row.text("name") ?? "",
        sha256: try row.text("sha256") ?? "",
        appliedAtMicroseconds: try row.timestamp("applied_at") ?? 0)
    }
  }

  private static func record(_ migration: Migration, on connection: Connection) throws {
    try connection.query(
      "insert into audit.schema_migrations (version, name, sha256) values ($1, $2, $3)",
      [
        .int4(Int32(migration.version)), .text(migration.name),
        .text(try digest(of: migration, on: connection)),
      ])
  }

  /// SHA-256 of a migration's text in hexadecimal. The server computes it, so that anybody can.
  private static func digest(of migration: Migration, on connection: Connection) throws -> String {
    let rows = try connection.query(
      "select encode(sha256(convert_to($1, 'UTF8')), 'hex') as sha256", [.text(migration.text)])
    return try rows[0].text("sha256") ?? ""
  }
}

/// A row of `audit.schema_migrations`.
public struct AppliedMigration: Sendable, Equatable {
  public var version: Int
  public var name: String
  /// SHA-256 of the text that was run, in hexadecimal.
  public var sha256: String
  /// Microseconds since 1970.
  public var appliedAtMicroseconds: Int64
}
