import ReceiptVerification
import Reports

/// One judged file for programs: one JSON object, on one line.
enum InspectionJSON {
  static func text(file: String, _ verification: Verification) -> String {
    JSONText.object([
      ("file", JSONText.quoted(file)),
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
      ("receipt", verification.receipt.map(receipt) ?? "null"),
      ("observations", JSONText.array(verification.observations.map(observation))),
    ])
  }

  private static func receipt(_ receipt: AppReceipt) -> String {
    JSONText.object(
      members(ReceiptFields.receipt(receipt)) + [
        (
          "purchases",
          JSONText.array(
            receipt.purchases.map { JSONText.object(members(ReceiptFields.purchase($0))) })
        )
      ])
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
