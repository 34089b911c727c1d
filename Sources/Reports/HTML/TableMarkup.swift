import Foundation

/// Tables of pages.
enum TableMarkup {
  /// The first rows of a table, with a word on what is left out.
  static func table(_ table: RowTable, shownRows: Int = .max) -> Markup {
    guard !table.rows.isEmpty else { return .element(.p, [(.classes, "dim")], "None.") }
    let columns = table.columns
    let head = Markup.element(
      .tr, [],
      columns.map { column in
        .element(
          .th, [(.scope, "col"), (.classes, classes(column))],
          column.name.replacing("_", with: " "))
      })
    let body = table.rows.prefix(shownRows).map { row in
      Markup.element(
        .tr, [],
        zip(columns, row).map { column, value in
          cell(shown(value, column), column)
        })
    }
    let rest = table.rows.count - body.count
    let more = Markup.element(
      .p, [(.classes, "dim")], "\(Numbers.grouped(Int64(rest))) more rows are in report.xlsx.")
    return .element(
      .div, [],
      [
        .element(
          .div, [(.classes, "scroll")],
          [.element(.table, [], [.element(.thead, [], [head]), .element(.tbody, [], body)])]),
        rest > 0 ? more : .empty,
      ])
  }

  /// A table of names and values.
  static func pairs(_ rows: [(String, String)]) -> Markup {
    let lines = rows.map { name, value in
      Markup.element(
        .tr, [], [.element(.th, [(.scope, "row")], name), .element(.td, [], value)])
    }
    return .element(
      .div, [(.classes, "scroll")], [.element(.table, [], [.element(.tbody, [], lines)])])
  }

  private static func classes(_ column: Column) -> String {
    column.kind == .number ? "n" : "t"
  }

  /// Short words stay on one line; long ones break where they must.
  private static func cell(_ text: String, _ column: Column) -> Markup {
    let isShort = text.utf8.count <= 24
    let classes = column.kind == .number ? "n" : isShort ? "s" : "t"
    return .element(.td, [(.classes, classes)], text)
  }

  private static func shown(_ value: String?, _ column: Column) -> String {
    guard let value else { return "\u{2013}" }
    switch column.kind {
    case .text where column.name == "measure": return value.replacing("_", with: " ")
    case .number: return Numbers.grouped(value)
    case .time: return Moment.short(value)
    case .boolean: return value == "t" || value == "true" ? "yes" : "no"
    case .json: return list(value) ?? value
    default: return value
    }
  }
}

extension TableMarkup {
  /// What a JSON array of texts holds, one after the other; nil for any other JSON.
  static func list(_ json: String) -> String? {
    (try? JSONDecoder().decode([String].self, from: Data(json.utf8)))?.joined(separator: ", ")
  }
}

/// Parts of pages.
enum PageSection {
  static func markup(id: String, title: String, note: String, _ content: [Markup]) -> Markup {
    .element(
      .section, [(.id, id)],
      [.element(.h2, [], title), .element(.p, [(.classes, "dim")], note)] + content)
  }
}

/// Points in time for people.
enum Moment {
  /// `2026-01-31 06:00:00 UTC`; what is no such time stays as it is, and nothing is a dash.
  static func text(_ iso: String) -> String {
    guard !iso.isEmpty else { return "\u{2013}" }
    guard CivilTime.seconds(iso) != nil else { return iso }
    let parts = iso.split(separator: "T", maxSplits: 1)
    return "\(parts[0]) \(parts[1].prefix(8)) UTC"
  }

  /// The same to the minute, for tables: their page says that it is UTC.
  static func short(_ iso: String) -> String {
    guard CivilTime.seconds(iso) != nil else { return text(iso) }
    return String(text(iso).dropLast(":00 UTC".count))
  }
}
