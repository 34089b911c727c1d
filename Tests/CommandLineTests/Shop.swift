import Foundation
import PostgreSQL
import TestSupport

/// A database of its own with a minted population, the audit's schema and the source view.
struct Shop {
  let database: TestDatabase
  let connection: Connection

  /// A copy of one and the same population for everybody who asks.
  ///
  /// - Parameter isAudited: whether one run has been published.
  init(isAudited: Bool = false) throws {
    database = try TestDatabase(isAudited ? Shop.auditedTemplate : Shop.template)
    connection = try database.connect()
  }

  /// The certificate under which the population's genuine receipts are genuine.
  static let trustAnchor = FileManager.default.temporaryDirectory
    .appendingPathComponent("shop-\(getpid()).pem").path

  /// How many there are; RECEIPT_SHOP_RECEIPTS asks for another number.
  private static let receipts =
    ProcessInfo.processInfo.environment["RECEIPT_SHOP_RECEIPTS"] ?? "400"

  private static let template = DatabaseTemplate(name: "shop") { connection in
    let database = try connection.query("select current_database()::text as name")
    try fill(TestCluster.conninfo(database: database[0].text("name") ?? ""), connection)
  }

  private static let auditedTemplate = DatabaseTemplate(name: "audited") { connection in
    let database = try connection.query("select current_database()::text as name")
    let conninfo = try TestCluster.conninfo(database: database[0].text("name") ?? "")
    try fill(conninfo, connection)
    let run = try Tool.audit.run([
      "run", "-d", conninfo, "--trust-anchor", trustAnchor, "--as-of", "2026-01-01",
    ])
    guard run.status == 0 else { throw Failed(run.errors) }
  }

  /// Puts the population, the schema and the source view into a database with nothing in it.
  static func fill(_ conninfo: String, _ connection: Connection) throws {
    let forged = try Tool.forge.run([
      "population", "-d", conninfo, "--receipts", receipts, "--seed", "7", "--root", trustAnchor,
    ])
    let schema = try Tool.audit.run(["schema", "up", "-d", conninfo])
    guard forged.status == 0, schema.status == 0 else {
      throw Failed(forged.errors + schema.errors)
    }
    try connection.execute(try sql("demo/source"))
  }

  /// A file of `sql/` that no program has compiled in.
  static func sql(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("sql/\(path).sql"), encoding: .utf8)
  }

  /// How the audit and the labels of the population compare, label by label.
  func comparison() throws -> [Comparison] {
    let rows = try connection.query(try Shop.sql("demo/compare"))
    return try (0..<rows.count).map { index in
      let row = rows[index]
      return Comparison(
        label: try row.text("label") ?? "", receipts: try row.int("receipts"),
        judgedRight: try row.int("judged_right"), found: try row.int("found"),
        falseAlarms: try row.int("false_alarms"))
    }
  }

  struct Comparison {
    var label: String
    var receipts: Int64?
    var judgedRight: Int64?
    var found: Int64?
    var falseAlarms: Int64?
  }

  struct Failed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Runs receipt-audit on this database, at a fixed time where it takes one.
  func audit(_ words: [String], environment: [String: String] = [:]) throws -> Tool.Outcome {
    try Tool.audit.run(arguments(words), environment: environment)
  }

  func start(_ words: [String], environment: [String: String] = [:]) throws -> Tool.Running {
    try Tool.audit.start(arguments(words), environment: environment)
  }

  /// Runs receipt-audit on this database, reading as always and writing by another way.
  func start(_ words: [String], writingTo conninfo: String) throws -> Tool.Running {
    try Tool.audit.start(arguments(words) + ["-d", conninfo, "--source", database.conninfo])
  }

  /// The words with what names this database and whom it trusts.
  func arguments(_ words: [String], asOf: String = "2026-01-01") -> [String] {
    var arguments = words + ["-d", database.conninfo]
    if ["run", "check", "worker"].contains(words[0]) {
      arguments += ["--trust-anchor", Shop.trustAnchor]
    }
    if words[0] == "run" { arguments += ["--as-of", asOf] }
    return arguments
  }

  /// Rows of a table, or of a table with a condition behind it.
  func count(_ table: String) throws -> Int {
    Int(try connection.query("select count(*) as n from \(table)")[0].int("n") ?? 0)
  }

  /// One value for all that a table says, whatever the order of its rows and the numbers of runs.
  func digest(_ table: String) throws -> String? { try Shop.digest(table, connection) }

  private static func digest(_ table: String, _ connection: Connection) throws -> String? {
    let row = "(to_jsonb(t) - '{run_id,finding_id,first_run,last_run}'::text[])::text"
    let query = "select md5(string_agg(\(row), ' ' order by \(row))) as digest from \(table) t"
    return try connection.query(query)[0].text("digest")
  }

  /// The digests of all tables that readers see.
  func digests() throws -> [String: String] { try Shop.digests(connection) }

  static func digests(_ connection: Connection) throws -> [String: String] {
    try Dictionary(uniqueKeysWithValues: results.map { ($0, try digest($0, connection) ?? "") })
  }

  /// The digests after a run that nothing has disturbed.
  static let undisturbed = Result { try undisturbed(runs: 1) }

  /// The digests after so many runs, of which to all but the first nothing was new.
  static func undisturbed(runs: Int) throws -> [String: String] {
    let shop = try Shop()
    for _ in 1...runs {
      let run = try shop.audit(["run", "--jobs", "1"])
      guard run.status == 0 else { throw Failed(run.errors) }
    }
    return try shop.digests()
  }

  /// The tables that readers see.
  static let results = [
    "audit.receipts", "audit.transactions", "audit.findings", "audit.duplicate_transactions",
    "audit.cancellations", "audit.subscriptions", "audit.expired_subscriptions",
    "audit.daily_summary", "audit.product_summary",
  ]

  private static let columns = [
    "receipt_id": "1", "account_id": "'a'::text", "receipt": "''::text", "received_at": "now()",
  ]

  /// Views that a run must refuse, each with the column that is wrong.
  static let badViews: [(view: String, column: String)] =
    columns.keys.sorted().map { (view(columns.filter { [name = $0] in $0.key != name }), $0) }
    + [
      (view(columns.merging(["received_at": "now()::date"]) { $1 }), "received_at"),
      (view(columns.merging(["receipt_id": "1.5"]) { $1 }), "receipt_id"),
      (view(columns.merging(["receipt": "1"]) { $1 }), "receipt"),
      (view(columns.merging(["account_id": "1"]) { $1 }), "account_id"),
    ]

  private static func view(_ columns: [String: String]) -> String {
    let list = columns.sorted { $0.key < $1.key }.map { "\($0.value) as \($0.key)" }
    return "create view audit.source as select \(list.joined(separator: ", "))"
  }
}
