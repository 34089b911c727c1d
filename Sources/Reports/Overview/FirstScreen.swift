/// What a reader wants to know before anything else: is anything wrong tonight, how much money is it
/// about, and what has changed since the last run.
struct FirstScreen {
  /// How urgent it is to read on.
  enum Mood: String { case good, warn, bad }

  let overview: Overview

  /// Whether anything is wrong tonight that nobody has settled yet.
  var wrong: (mood: Mood, sentence: String) {
    let settled = overview.facts.number("critical_settled_since")
    let open = overview.total("critical_open").now - settled
    let new = overview.newCritical - overview.facts.number("new_critical_settled_since")
    let rest = settled > 0 ? " \(Numbers.grouped(settled)) settled by people since." : ""
    if new > 0 {
      return (
        .bad,
        "\(Numbers.counted(new, "new critical finding")) tonight, \(Numbers.grouped(open)) open."
          + rest
      )
    }
    if open > 0 {
      return (
        .warn,
        "Nothing new is critical; \(Numbers.counted(open, "critical finding")) still open." + rest
      )
    }
    return (.good, "Nothing critical tonight." + rest)
  }

  /// A later run that readers do not see, and why.
  var laterRun: String? {
    guard let later = overview.facts.laterRun else { return nil }
    let message = later.message.isEmpty ? "" : ": \(later.message)"
    return "Run \(later.runID) came later and is \(later.status)\(message). What is below is what "
      + "readers see: run \(overview.facts.text("run_id"))."
  }

  /// Amounts, one for each currency; never their sum.
  var money: [String] {
    let amounts = overview.moneyAtRisk.map { "\($0.amount) \($0.currency)" }
    guard amounts.isEmpty else { return amounts }
    return [overview.unpriced > 0 ? "no prices" : "none"]
  }

  /// What the amounts leave out.
  var unpriced: String? {
    let unpriced = overview.unpriced
    return unpriced > 0 ? "\(Numbers.counted(unpriced, "purchase")) without a price" : nil
  }

  /// What has changed since the last run, a sentence for each kind of change.
  var changes: [String] {
    guard let previous = overview.scope.previous else {
      return ["This is the first published run: there is nothing to compare with."]
    }
    let judged = overview.facts.number("judged")
    let counts = ["new", "persisting", "resolved"].map { change in
      "\(Numbers.grouped(findings(change))) \(change)"
    }
    return [
      "Since run \(previous): \(Numbers.counted(judged, "receipt")) judged.",
      "Findings: \(counts.joined(separator: ", "))\(settled).", flips,
    ]
  }

  /// Findings that the run found, kept or resolved, without those that people have settled.
  private func findings(_ change: String) -> Int64 {
    guard let table = overview.section("since")?.table,
      let row = table.rows.indices.first(where: { table.value($0, "change") == change })
    else { return 0 }
    return ["critical", "warning", "info"].reduce(0) { $0 + (table.number(row, $1) ?? 0) }
  }

  private var settled: String {
    let settled = overview.total("findings_silent").now
    return settled > 0 ? "; \(Numbers.grouped(settled)) settled by people" : ""
  }

  private var flips: String {
    guard let table = overview.section("flips")?.table, !table.rows.isEmpty else {
      return "No receipt changed its verdict."
    }
    var causes: [(cause: String, receipts: Int64)] = []
    for row in table.rows.indices {
      let cause = (table.value(row, "cause") ?? "unknown").replacing("-", with: " ")
      let receipts = table.number(row, "receipts") ?? 0
      if let known = causes.firstIndex(where: { $0.cause == cause }) {
        causes[known].receipts += receipts
      } else {
        causes.append((cause, receipts))
      }
    }
    let sum = causes.reduce(0) { $0 + $1.receipts }
    let words = causes.map { "\(Numbers.grouped($0.receipts)) by \($0.cause)" }
    return
      "Changed verdicts: \(Numbers.counted(sum, "receipt")) (\(words.joined(separator: ", ")))."
  }

  /// Questions and answers, and what the other sheets are, for a sheet.
  var table: RowTable {
    var table = RowTable(columns: [Column("question"), Column("answer")])
    func add(_ question: String, _ answers: [String]) {
      for (index, answer) in answers.enumerated() {
        table.rows.append([index == 0 ? question : nil, answer])
      }
    }
    add("Is anything wrong tonight?", [wrong.sentence] + [laterRun].compactMap(\.self))
    add(
      "How much money is at risk? (an estimate)",
      money + [unpriced.map { "and \($0)" }].compactMap(\.self))
    add("What changed since the last run?", changes)
    for section in overview.sections { add("Sheet \(section.spec.title)", [section.spec.note]) }
    return table
  }
}
