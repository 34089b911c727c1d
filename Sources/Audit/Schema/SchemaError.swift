/// Why this program and a database's schema do not go together.
public enum SchemaError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A newer program migrated the database; this one must not write to it.
  case newer(database: Int, program: Int)
  /// The text of an applied migration is not the one that this program has.
  case changed(version: Int, name: String)
  /// Migrations are missing.
  case behind(pending: [Int])

  public var description: String {
    switch self {
    case .newer(let database, let program):
      "the schema is at version \(database) and this program knows up to \(program): "
        + "use a newer receipt-audit"
    case .changed(let version, let name):
      "migration \(version) (\(name)) was applied with another text than this program has: "
        + "the database was migrated by another build"
    case .behind(let pending):
      "the schema lacks \(pending.count) of this program's migrations (the first is "
        + "\(pending.first ?? 0)): run receipt-audit schema up"
    }
  }
}
