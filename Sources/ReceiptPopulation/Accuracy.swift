public import PostgreSQL
import SQLFiles

/// How the published audit of a minted population compares with the truth about it.
public struct Accuracy: Sendable, Equatable {
  /// Findings of one rule and severity: those that must be there, those that are, and those that are
  /// both.
  public struct Rule: Sendable, Equatable {
    public var rule: String
    public var severity: String
    public var expected: Int
    public var found: Int
    public var matched: Int

    public init(_ rule: String, severity: String, expected: Int, found: Int, matched: Int) {
      self.rule = rule
      self.severity = severity
      self.expected = expected
      self.found = found
      self.matched = matched
    }
  }

  /// A table that readers see, against its truth, row for row.
  public struct Table: Sendable, Equatable {
    public var name: String
    public var rows: Int
    /// Rows of the truth that are not there, and rows that are there and not in the truth.
    public var missing: Int
    public var surplus: Int
    /// The first of each; empty where there is none.
    public var examples: [String]
  }

  public var rules: [Rule]
  public var tables: [Table]

  /// Reads it where `PopulationTables` filled a database and an audit of it is published.
  public init(_ connection: Connection) throws {
    let rules = try connection.query(unsafe String(cString: forge_accuracy_of_rules()))
    self.rules = try (0..<rules.count).map { index in
      let row = rules[index]
      return Rule(
        try row.text("rule") ?? "", severity: try row.text("severity") ?? "",
        expected: try row.count("expected"), found: try row.count("found"),
        matched: try row.count("matched"))
    }
    let tables = try connection.query(unsafe String(cString: forge_accuracy_of_tables()))
    self.tables = try (0..<tables.count).map { index in
      let row = tables[index]
      return Table(
        name: try row.text("name") ?? "", rows: try row.count("rows"),
        missing: try row.count("missing"), surplus: try row.count("surplus"),
        examples: [try row.text("first_missing") ?? "", try row.text("first_surplus") ?? ""])
    }
  }

  /// All rules, and those of severity `critical`, as one.
  public var all: Rule { Self.sum("all", rules) }
  public var critical: Rule { Self.sum("critical", rules.filter { $0.severity == "critical" }) }

  /// No critical finding is wrong or missing, and every table is the truth's.
  public var holds: Bool {
    critical.precision == 1 && critical.recall == 1
      && tables.allSatisfy { $0.missing == 0 && $0.surplus == 0 }
  }

  /// Adds another population's figures.
  public mutating func add(_ other: Accuracy) {
    for rule in other.rules {
      if let index = rules.firstIndex(where: {
        $0.rule == rule.rule && $0.severity == rule.severity
      }) {
        rules[index] = Self.sum(rule.rule, [rules[index], rule])
      } else {
        rules.append(rule)
      }
    }
    rules.sort { ($0.rule, $0.severity) < ($1.rule, $1.severity) }
    for table in other.tables {
      guard let index = tables.firstIndex(where: { $0.name == table.name }) else { continue }
      tables[index].rows += table.rows
      tables[index].missing += table.missing
      tables[index].surplus += table.surplus
      if tables[index].examples.allSatisfy(\.isEmpty) { tables[index].examples = table.examples }
    }
  }

  /// The figures of one rule under all severities, in order of the rules' names.
  public var byRule: [Rule] {
    Dictionary(grouping: rules, by: \.rule).sorted { $0.key < $1.key }.map {
      Self.sum($0.key, $0.value)
    }
  }

  private static func sum(_ name: String, _ rules: [Rule]) -> Rule {
    Rule(
      name, severity: rules.first?.severity ?? "", expected: rules.reduce(0) { $0 + $1.expected },
      found: rules.reduce(0) { $0 + $1.found }, matched: rules.reduce(0) { $0 + $1.matched })
  }
}

extension Accuracy.Rule {
  /// Share of what was found that is true; 1 where nothing was found.
  public var precision: Double { found == 0 ? 1 : Double(matched) / Double(found) }
  /// Share of what is true that was found; 1 where there is nothing to find.
  public var recall: Double { expected == 0 ? 1 : Double(matched) / Double(expected) }
}

extension Row {
  fileprivate func count(_ column: String) throws -> Int { Int(try int(column) ?? 0) }
}
