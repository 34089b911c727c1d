import PostgreSQL

/// All that the report of a run tells, but for the findings themselves.
struct Overview: Sendable {
  let scope: RunScope
  let facts: RunFacts
  let sections: [ReportSection]

  /// Reads it within one snapshot that the caller has opened and prepared.
  static func read(
    _ scope: RunScope, _ connection: Connection, _ disclosure: Disclosure
  ) throws -> Overview {
    func table(_ query: String) throws -> RowTable {
      var table = RowTable(columns: [])
      try scope.listing(query).stream(from: connection, disclosure: disclosure, into: &table)
      return table
    }
    return Overview(
      scope: scope, facts: RunFacts(try table("report/run_facts")),
      sections: try SectionSpec.all.map { spec in
        ReportSection(spec: spec, table: try table(spec.query))
      })
  }

  func section(_ id: String) -> ReportSection? { sections.first { $0.spec.id == id } }

  /// A total of the run, now and after the run before it.
  func total(_ measure: String) -> (now: Int64, before: Int64?) {
    guard let table = section("changes")?.table,
      let row = table.rows.indices.first(where: { table.value($0, "measure") == measure })
    else { return (0, nil) }
    return (table.number(row, "now") ?? 0, table.number(row, "before"))
  }

  /// New findings of this run of the highest severity.
  var newCritical: Int64 {
    guard let rules = section("rules")?.table else { return 0 }
    return rules.rows.indices.filter { rules.value($0, "severity") == "critical" }
      .reduce(0) { $0 + (rules.number($1, "new") ?? 0) }
  }

  /// Estimates of what fraud takes, one for each currency: forged and shared, not what was refunded.
  var moneyAtRisk: [(currency: String, amount: String)] {
    guard let money = section("money")?.table else { return [] }
    var cents: [String: Int64] = [:]
    for row in money.rows.indices where money.value(row, "cause") != "refunded" {
      guard let currency = money.value(row, "currency"),
        let amount = money.value(row, "estimate").flatMap(Amount.cents)
      else { continue }
      cents[currency, default: 0] += amount
    }
    return cents.sorted { $0.key < $1.key }.map { ($0.key, Amount.text(cents: $0.value)) }
  }

  /// Purchases at risk that have no price.
  var unpriced: Int64 {
    guard let money = section("money")?.table else { return 0 }
    return money.rows.indices.filter {
      money.value($0, "currency") == nil && money.value($0, "cause") != "refunded"
    }.reduce(0) { $0 + (money.number($1, "purchases") ?? 0) }
  }
}

/// The row of the run itself.
struct RunFacts: Sendable {
  let table: RowTable

  init(_ table: RowTable) { self.table = table }

  func text(_ name: String) -> String { table.rows.isEmpty ? "" : table.value(0, name) ?? "" }
  /// The texts of a JSON array, one after the other.
  func list(_ name: String) -> String { TableMarkup.list(text(name)) ?? text(name) }
  func number(_ name: String) -> Int64 { Int64(text(name)) ?? 0 }

  /// A later run that readers do not see: held, failed, or under way.
  var laterRun: (runID: String, status: String, message: String)? {
    guard number("newest_run") > number("run_id"), text("newest_status") != "published"
    else { return nil }
    return (text("newest_run"), text("newest_status"), text("newest_message"))
  }

  /// Whether each receipt has exactly one verdict, and every batch was done.
  var addsUp: Bool {
    number("receipts") == number("with_verdict") && number("batches") == number("batches_done")
      && number("judged") <= number("receipts")
  }
}

/// Amounts of money with two digits behind the point.
enum Amount {
  static func cents(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 2, let whole = Int64(parts[0]),
      let fraction = Int64(parts[1]), whole < 1 << 53
    else { return nil }
    return whole * 100 + fraction
  }

  static func text(cents: Int64) -> String {
    let fraction = String(cents % 100)
    return Numbers.grouped(cents / 100) + "." + (fraction.count == 1 ? "0" : "") + fraction
  }
}
