import ReceiptVerification
import Reports

/// One judged file for programs: one JSON object, on one line.
enum InspectionJSON {
  static func text(file: String, _ verification: Verification) -> String {
    JSONText.object([("file", JSONText.quoted(file))] + facts(verification))
  }

  private static func facts(_ verification: Verification) -> [(String, String)] {
    [
      ("verdict", JSONText.quoted(verification.verdict.rawValue)),
      ("reason", JSONText.quoted(verification.reason.rawValue)),
      ("signature", JSONText.quoted(verification.signature.rawValue)),
      ("trust", JSONText.quoted(verification.trust.rawValue)),
      ("format", JSONText.quoted(verification.format.rawValue)),
      ("environment", JSONText.quoted(verification.environment.rawValue)),
      ("digest", JSONText.quoted(verification.digest?.rawValue)),
      ("payload_sha256", JSONText.quoted(verification.payloadSHA256.map(hex))),
      ("signer_sha256", JSONText.quoted(verification.signerSHA256.map(hex))),
      ("repairs", JSONText.array(verification.repairs.map { JSONText.quoted($0.rawValue) })),
      ("receipt", verification.document.map(document) ?? "null"),
      ("observations", JSONText.array(verification.observations.map(observation))),
    ]
  }

  /// The fields, the purchases and, each with its own verdict, the documents inside.
  private static func document(_ document: Document) -> String {
    let purchases = DocumentFields.purchases(document).map { JSONText.object(members($0)) }
    let nested = DocumentFields.nested(document).map {
      JSONText.object([("field", JSONText.quoted($0.field))] + facts($0.verification))
    }
    return JSONText.object(
      members(DocumentFields.document(document)) + [("purchases", JSONText.array(purchases))]
        + (nested.isEmpty ? [] : [("nested", JSONText.array(nested))]))
  }

  private static func members(_ fields: [(String, ReceiptFields.Value)]) -> [(String, String)] {
    fields.map { ($0, $1.json) }
  }

  private static func observation(_ observation: Observation) -> String {
    let evidence = observation.evidence.sorted { $0.key < $1.key }
    return JSONText.object([
      ("rule", JSONText.quoted(observation.rule.rawValue)),
      ("check", JSONText.quoted(observation.check)),
      ("evidence", JSONText.object(evidence.map { ($0.key, JSONText.quoted($0.value)) })),
    ])
  }
}
