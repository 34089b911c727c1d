import Audit
import PostgreSQL
import Reports

extension CommandTable {
  static let schemaUp = Command(
    "schema up",
    summary: "Make the audit's tables, or bring them up to date.",
    details: """
      All or nothing, and safe to repeat. The view audit.source is yours: it is never touched.
      """,
    examples: ["receipt-audit schema up -d shop"],
    run: bringUp)

  static let schemaStatus = Command(
    "schema status",
    summary: "Show which migrations the database has.",
    details: "Ends with 2 when the database is not at exactly this program's version.",
    examples: ["receipt-audit schema status -d shop"],
    run: showStatus)

  static let schemaPrint = Command(
    "schema print",
    summary: "Write the SQL that schema up would run in an empty database.",
    details: "The roles and the template of the view audit.source are at the end.",
    database: false,
    examples: ["receipt-audit schema print > schema.sql"],
    run: printAll)

  private static func bringUp(_ arguments: Arguments) throws -> ExitStatus {
    let applied = try Schema.up(DatabaseOptions.connect(arguments))
    if arguments.json {
      for migration in applied { try StandardOutput.line(json(migration, isApplied: true)) }
    } else if applied.isEmpty {
      try StandardOutput.line("The schema is up to date.")
    } else {
      for migration in applied { try StandardOutput.line("applied  \(text(migration))") }
    }
    return .finished
  }

  private static func showStatus(_ arguments: Arguments) throws -> ExitStatus {
    let status = try Schema.status(DatabaseOptions.connect(arguments))
    let pending = Set(status.pending.map(\.version))
    for migration in Migration.all {
      let isApplied = !pending.contains(migration.version)
      try StandardOutput.line(
        arguments.json
          ? json(migration, isApplied: isApplied)
          : "\(isApplied ? "applied " : "missing ") \(text(migration))")
    }
    if status.isCurrent { return .finished }
    Diagnostics.line("the schema is not up to date; run receipt-audit schema up")
    return .configuration
  }

  private static func printAll(_ arguments: Arguments) throws -> ExitStatus {
    try StandardOutput.write(
      arguments.json
        ? JSONText.object([("sql", JSONText.quoted(Schema.printed))]) + "\n" : Schema.printed)
    return .finished
  }

  private static func text(_ migration: Migration) -> String {
    "\(migration.version)  \(migration.name)"
  }

  private static func json(_ migration: Migration, isApplied: Bool) -> String {
    JSONText.object([
      ("version", String(migration.version)), ("name", JSONText.quoted(migration.name)),
      ("applied", String(isApplied)),
    ])
  }
}
