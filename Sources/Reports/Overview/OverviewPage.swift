/// The page of a run: what matters tonight on the first screen, the rest below.
struct OverviewPage {
  let overview: Overview

  private var first: FirstScreen { FirstScreen(overview: overview) }

  var html: String {
    Markup.document(
      title: "Receipt audit, run \(overview.facts.text("run_id"))", style: Stylesheet.css,
      body: [
        .element(.header, [], [heading, verdict, laterRun, cards, changes, contents]),
        .element(.main, [], overview.sections.map(section) + [facts]),
        .element(.footer, [(.classes, "dim")], [.element(.p, [], OverviewPage.closing)]),
      ])
  }

  private static let closing =
    "Times are in UTC. Words in receipts are the words of whoever made them. What of them could hide or move text is "
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
    let (mood, sentence) = first.wrong
    return .element(.p, [(.classes, "verdict \(mood.rawValue)")], sentence)
  }

  private var laterRun: Markup {
    first.laterRun.map { .element(.p, [(.classes, "verdict warn")], $0) } ?? .empty
  }

  private var cards: Markup {
    var amounts = first.money.map { Markup.element(.dd, [], $0) }
    if let unpriced = first.unpriced {
      amounts.append(.element(.dd, [(.classes, "small")], "and \(unpriced)"))
    }
    let risk = Markup.element(
      .div, [(.classes, "money")], [.element(.dt, [], "Money at risk (estimate)")] + amounts)
    let totals: [(String, String)] = [
      ("receipts", "Receipts"), ("forged", "Forged"), ("critical_open", "Critical, open"),
      ("duplicate_transactions", "Shared transactions"), ("cancelled", "Cancelled purchases"),
      ("active", "Active subscriptions"),
    ]
    return .element(.dl, [(.classes, "cards")], [risk] + totals.map(card))
  }

  /// Totals of which more is worse.
  private static let accusing: Set = ["forged", "critical_open", "duplicate_transactions"]

  private func card(_ measure: String, _ title: String) -> Markup {
    let (now, before) = overview.total(measure)
    let change = before.map { Numbers.change(now - $0) } ?? "first run"
    let isWorse = OverviewPage.accusing.contains(measure) && now > before ?? now
    return .element(
      .div, [],
      [
        .element(.dt, [], title), .element(.dd, [], Numbers.grouped(now)),
        .element(.dd, [(.classes, isWorse ? "small up" : "small")], change),
      ])
  }

  private var changes: Markup {
    .element(.ul, [(.classes, "changes")], first.changes.map { .element(.li, [], $0) })
  }

  private var contents: Markup {
    let titles =
      overview.sections.map { ($0.spec.id, $0.spec.title) } + [("facts", "Run facts")]
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
    let words = spec.id == "guard" ? GuardWords(overview: overview).sentences : []
    return PageSection.markup(
      id: spec.id, title: spec.title, note: spec.note,
      words.map { .element(.p, [], $0) }
        + [chart ?? .empty, TableMarkup.table(section.table, shownRows: spec.shownRows)])
  }

  private var facts: Markup {
    let facts = overview.facts
    let sum =
      "\(facts.text("receipts")) in = \(facts.text("judged")) judged by this run + "
      + "\(facts.text("carried_over")) skipped, unchanged since an earlier one"
    let rows: [(String, String)] = [
      ("Run", "\(facts.text("run_id")), \(facts.text("mode"))"),
      ("As of", Moment.text(facts.text("as_of"))),
      ("Started", Moment.text(facts.text("started_at"))),
      ("Finished", Moment.text(facts.text("finished_at"))),
      ("Receipts", sum + (facts.addsUp ? "" : " (does not add up: look at audit.batches)")),
      ("Batches", "\(facts.text("batches_done")) of \(facts.text("batches")) done"),
      ("Tool", facts.text("tool_version")), ("Rules", facts.text("rule_set_version")),
      ("OpenSSL", facts.text("openssl_version")),
      ("Trust anchors (SHA-256)", facts.list("anchors")),
    ]
    return PageSection.markup(
      id: "facts", title: "Run facts", note: "What these numbers hang on.",
      [TableMarkup.pairs(rows)])
  }
}
