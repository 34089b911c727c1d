/// The page of a case.
struct CasePage {
  let fraudCase: FraudCase

  var html: String {
    let isBad = fraudCase.proofs.contains { $0.proof.verdict == "forged" }
    let body: [Markup] = [
      .element(
        .header, [],
        [
          .element(.h1, [], fraudCase.subject.name),
          .element(
            .p, [(.classes, "dim")],
            "Fraud report out of run \(fraudCase.runID), times in UTC. It holds personal data: hand it on "
              + "with care."
          ),
          .element(.p, [(.classes, "verdict \(isBad ? "bad" : "warn")")], fraudCase.sentence),
        ]),
      .element(.main, [], fraudCase.parts.map(part) + [proofs]),
    ]
    return Markup.document(
      title: fraudCase.subject.name, style: Stylesheet.css, body: body)
  }

  private func part(_ part: CasePart) -> Markup {
    PageSection.markup(
      id: part.id, title: part.title, note: part.note, [TableMarkup.table(part.table)])
  }

  private var proofs: Markup {
    let proofs = fraudCase.proofs.enumerated().map { index, entry in
      Markup.element(
        .div, [],
        [
          .element(.h3, [], "Receipt \(entry.receiptID)"),
          .element(.p, [], fraudCase.sentence(of: entry.receiptID)),
          .element(.p, [(.classes, "dim")], "Certificates as found, in the order of the receipt:"),
          TableMarkup.table(entry.proof.table),
          check(entry.proof, directory: CaseBundle.directory(index)),
        ])
    }
    return PageSection.markup(
      id: "proofs", title: "Check it yourself",
      note: "Each receipt is in a directory of its own beside this page, with one command that "
        + "needs nothing but OpenSSL.",
      proofs)
  }

  private func check(_ proof: ReceiptProof, directory: String) -> Markup {
    guard let check = OpenSSLCheck(proof) else {
      return .element(.p, [], "In \(directory). No single command checks a receipt of this form.")
    }
    return .element(
      .div, [],
      [
        .element(.p, [], "In \(directory):"),
        .element(.p, [], [.element(.code, [], check.command)]),
        .element(.p, [], "shows: \(check.expected)."),
      ])
  }
}
