/// The page of a run: what matters tonight on the first screen, the rest below.
struct OverviewPage {
  let overview: Overview

  var html: String {
    let sections = overview.sections.map(section) + [guardState, facts]
    return Markup.document(
      title: "Receipt audit, run \(overview.facts.text("run_id"))", style: Stylesheet.css,
      body: [
        .element(.header, [], [heading, verdict, laterRun, cards, changes, contents]),
        .element(.main, [], sections),
        .element(.footer, [(.classes, "dim")], [.element(.p, [], OverviewPage.closing)]),
      ])
  }

  private static let closing =
    "Words in receipts are the words of whoever made them. What of them could hide or move text is "
    + "shown as an escape such as \\u{202E}."

  private var heading: Markup {
    let facts = overview.facts
    return .element(
      .div, [],
      [
        .element(.h1, [], "Receipt audit"),
        .element(
          .p, [(.classes, "dim")],
          "Run \(facts.text("run_id")), as of \(Moment.text(facts.text("as_of")))"),
      ])
  }

  /// The first sentence: is anything wrong tonight.
  private var verdict: Markup {
    let open = overview.total("critical_open").now
    let new = overview.newCritical
    let (mood, words): (String, String) =
      if new > 0 {
        ("bad", "\(counted(new, "new critical finding")) tonight, \(Numbers.grouped(open)) open.")
      } else if open > 0 {
        ("warn", "Nothing new is critical; \(counted(open, "critical finding")) still open.")
      } else {
        ("good", "Nothing critical tonight.")
      }
    return .element(.p, [(.classes, "verdict \(mood)")], words)
  }

  private var laterRun: Markup {
    guard let later = overview.facts.laterRun else { return .empty }
    let message = later.message.isEmpty ? "" : ": \(later.message)"
    return .element(
      .p, [(.classes, "verdict warn")],
      "Run \(later.runID) came later and is \(later.status)\(message). What is below is what readers "
        + "see: run \(overview.facts.text("run_id")).")
  }

  private var cards: Markup {
    let money = overview.moneyAtRisk
    let unpriced = overview.unpriced
    var amounts = money.map { Markup.element(.dd, [], "\($0.amount) \($0.currency)") }
    if money.isEmpty { amounts.append(.element(.dd, [], unpriced > 0 ? "no prices" : "none")) }
    if unpriced > 0 {
      amounts.append(
        .element(.dd, [(.classes, "small")], "and \(counted(unpriced, "purchase")) without a price")
      )
    }
    let risk = Markup.element(
      .div, [], [.element(.dt, [], "Money at risk (estimate)")] + amounts)
    let totals: [(String, String)] = [
      ("receipts", "Receipts"), ("forged", "Forged"), ("critical_open", "Critical, open"),
      ("duplicate_transactions", "Shared transactions"), ("cancelled", "Cancelled purchases"),
      ("active", "Active subscriptions"),
    ]
    return .element(.dl, [(.classes, "cards")], [risk] + totals.map(card))
  }

  private func card(_ measure: String, _ title: String) -> Markup {
    let (now, before) = overview.total(measure)
    let change = before.map { Numbers.change(now - $0) } ?? "first run"
    return .element(
      .div, [],
      [
        .element(.dt, [], title), .element(.dd, [], Numbers.grouped(now)),
        .element(.dd, [(.classes, "small")], change),
      ])
  }

  /// What changed since the last run, in one sentence.
  private var changes: Markup {
    guard let previous = overview.scope.previous else {
      return .element(.p, [], "This is the first published run: there is nothing to compare with.")
    }
    let new = overview.total("findings_new").now
    let resolved = overview.total("findings_resolved").now
    let judged = overview.facts.number("judged")
    return .element(
      .p, [],
      "Since run \(previous): \(counted(judged, "receipt")) judged, \(counted(new, "finding")) new, "
        + "\(Numbers.grouped(resolved)) resolved.")
  }

  private var contents: Markup {
    let titles =
      overview.sections.map { ($0.spec.id, $0.spec.title) }
      + [("guard", "Systemic guard"), ("facts", "Run facts")]
    return .element(
      .nav, [],
      [
        .element(
          .ul, [],
          titles.map { id, title in
            .element(.li, [], [.element(.a, [(.href, "#\(id)")], title)])
          })
      ])
  }

  private func section(_ section: ReportSection) -> Markup {
    let spec = section.spec
    let chart = spec.chart.map {
      ChartMarkup.figure($0, section.table, title: spec.title)
    }
    return PageSection.markup(
      id: spec.id, title: spec.title, note: spec.note,
      [chart ?? .empty, TableMarkup.table(section.table, shownRows: spec.shownRows)])
  }

  private var guardState: Markup {
    let facts = overview.facts
    let words =
      if let later = facts.laterRun, later.status == "held" {
        "Run \(later.runID) is held: \(later.message) Readers see run \(facts.text("run_id")) until a "
          + "person has decided."
      } else {
        "Run \(facts.text("run_id")) was compared with the one before it and published."
      }
    return PageSection.markup(
      id: "guard", title: "Systemic guard",
      note:
        "Verdicts that flip wholesale are a failure of the system, not fraud: such a run is held.",
      [.element(.p, [], words)])
  }

  private var facts: Markup {
    let facts = overview.facts
    let sum =
      "\(facts.text("receipts")) in = \(facts.text("judged")) judged by this run + "
      + "\(facts.text("carried_over")) unchanged since an earlier one"
    let rows: [(String, String)] = [
      ("Run", "\(facts.text("run_id")), \(facts.text("mode"))"),
      ("As of", Moment.text(facts.text("as_of"))),
      ("Started", Moment.text(facts.text("started_at"))),
      ("Finished", Moment.text(facts.text("finished_at"))),
      ("Receipts", sum + (facts.addsUp ? "" : " (does not add up: look at audit.batches)")),
      ("Batches", "\(facts.text("batches_done")) of \(facts.text("batches")) done"),
      ("Tool", facts.text("tool_version")), ("Rules", facts.text("rule_set_version")),
      ("OpenSSL", facts.text("openssl_version")),
      ("Trust anchors (SHA-256)", facts.text("anchors")),
    ]
    return PageSection.markup(
      id: "facts", title: "Run facts", note: "What these numbers hang on.",
      [TableMarkup.pairs(rows)])
  }

  private func counted(_ number: Int64, _ noun: String) -> String {
    "\(Numbers.grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}
