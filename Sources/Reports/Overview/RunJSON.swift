/// `run.json`: what the page tells, for programs.
///
/// `schema_version` grows when a member changes its meaning or goes away; new members may come.
struct RunJSON {
  static let schemaVersion = 1

  let overview: Overview

  var text: String {
    let facts = overview.facts.table.objects.first ?? "null"
    let sections = overview.sections.map { section in
      (
        section.spec.id.replacing("-", with: "_"),
        JSONText.array(section.table.objects)
      )
    }
    return JSONText.object(
      [
        ("schema_version", String(RunJSON.schemaVersion)), ("run", facts),
        ("previous_run", JSONText.number(overview.scope.previous)),
        ("new_critical", String(overview.newCritical)),
        ("adds_up", JSONText.boolean(overview.facts.addsUp)),
        (
          "money_at_risk_estimate",
          JSONText.array(
            overview.moneyAtRisk.map {
              JSONText.object([
                ("currency", JSONText.quoted($0.currency)),
                ("amount", JSONText.quoted($0.amount.replacing(",", with: ""))),
              ])
            })
        ),
      ] + sections) + "\n"
  }
}
