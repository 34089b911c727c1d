import Foundation
import ReceiptPopulation

/// The figures of some populations together.
struct AccuracyReport {
  var seeds: Int
  var receipts: Int
  var accuracy: Accuracy

  var table: String {
    let rules = accuracy.byRule + [accuracy.critical, accuracy.all]
    let head = Self.cells("rule", ["expected", "found", "right", "precision", "recall"])
    let lines = rules.map { rule in
      Self.cells(
        rule.rule,
        [String(rule.expected), String(rule.found), String(rule.matched)]
          + [rule.precision, rule.recall].map(Self.share))
    }
    let tables = accuracy.tables.map { table in
      Self.cells(
        "audit.\(table.name)",
        [String(table.rows), String(table.missing), String(table.surplus)])
        + (table.missing + table.surplus == 0 ? "" : "  such as " + Self.examples(table))
    }
    return
      (["\(seeds) populations of \(receipts) receipts", "", head] + lines
      + ["", Self.cells("table", ["rows", "missing", "surplus"])] + tables).joined(separator: "\n")
  }

  var json: String {
    let rules = accuracy.byRule.map { rule in
      "\"\(rule.rule)\": {\"expected\": \(rule.expected), \"found\": \(rule.found), "
        + "\"precision\": \(Self.share(rule.precision)), \"recall\": \(Self.share(rule.recall))}"
    }
    let tables = accuracy.tables.map { table in
      "\"\(table.name)\": {\"rows\": \(table.rows), \"missing\": \(table.missing), "
        + "\"surplus\": \(table.surplus)}"
    }
    return """
      {"seeds": \(seeds), "receipts": \(receipts), \
      "critical_precision": \(Self.share(accuracy.critical.precision)), \
      "critical_recall": \(Self.share(accuracy.critical.recall)), \
      "rules": {\(rules.joined(separator: ", "))}, \
      "tables": {\(tables.joined(separator: ", "))}}
      """
  }

  /// Never rounded up to 1.
  private static func share(_ value: Double) -> String {
    String(format: "%.4f", (value * 10_000).rounded(.down) / 10_000)
  }

  private static func cells(_ name: String, _ values: [String]) -> String {
    name.padding(toLength: 30, withPad: " ", startingAt: 0)
      + values.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }

  private static func examples(_ table: Accuracy.Table) -> String {
    table.examples.filter { !$0.isEmpty }.joined(separator: " and ")
  }
}
