/// How the systemic guard stands, in words; its figures are in the table below them.
struct GuardWords {
  let overview: Overview

  /// A sentence for the run that readers see, and one for a later one that is held.
  var sentences: [String] {
    let facts = overview.facts
    let run = facts.text("run_id")
    var sentences: [String] = []
    if let later = facts.laterRun, later.status == "held" {
      sentences.append(
        "Run \(later.runID) is held: \(later.message). Readers see run \(run) until a person decides."
      )
    }
    guard overview.scope.previous != nil else {
      return sentences + [
        "Run \(run) is the first published run: there was nothing to compare with."
      ]
    }
    guard let table = overview.section("guard")?.table,
      let row = table.rows.indices.first(where: { table.value($0, "run_id") == run })
    else { return sentences + ["Run \(run) was published without being compared."] }
    func word(_ column: String) -> String { table.value(row, column) ?? "0" }
    sentences.append(
      "\(word("not_genuine")) of \(word("receipts")) receipts that run \(run) judged are not genuine: "
        + "\(word("percent")) %, before \(word("percent_before")) %. "
        + (word("state") == "published"
          ? "That is within the limit of \(word("limit_percent")) percentage points more."
          : "It was held, and published by a person."))
    return sentences
  }
}
