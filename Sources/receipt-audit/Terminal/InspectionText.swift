import ReceiptVerification
import Reports

/// One judged file for people. Everything out of the receipt is escaped.
enum InspectionText {
  static func text(file: String, _ verification: Verification) -> String {
    var lines = [Style.strong.apply(TerminalText.escape(file))]
    for (name, value) in summary(verification) { lines.append(field(name, value, margin: 2)) }
    if let receipt = verification.receipt {
      if verification.verdict != .genuine {
        lines.append("  What it claims, which nothing proves:")
      }
      for (name, value) in ReceiptFields.receipt(receipt) {
        lines.append(field(name, value.text, margin: 2))
      }
      for (index, purchase) in receipt.purchases.enumerated() {
        lines.append("  purchase \(index + 1)")
        for (name, value) in ReceiptFields.purchase(purchase) {
          lines.append(field(name, value.text, margin: 4))
        }
      }
    }
    for observation in verification.observations {
      lines.append("  " + observed(observation))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func summary(_ verification: Verification) -> [(String, String)] {
    let verdict = verification.verdict
    let style: Style =
      switch verdict {
      case .genuine: .good
      case .forged: .bad
      default: .warning
      }
    var rows = [
      ("verdict", style.apply(verdict.rawValue)), ("reason", verification.reason.rawValue),
      ("signature", verification.signature.rawValue), ("trust", verification.trust.rawValue),
      ("format", verification.format.rawValue), ("environment", verification.environment.rawValue),
    ]
    if let digest = verification.digest { rows.append(("digest", digest.rawValue)) }
    if let hash = verification.payloadSHA256 { rows.append(("payload_sha256", hex(hash))) }
    if let hash = verification.signerSHA256 { rows.append(("signer_sha256", hex(hash))) }
    if !verification.repairs.isEmpty {
      rows.append(("repairs", verification.repairs.map(\.rawValue).joined(separator: ", ")))
    }
    return rows
  }

  private static func observed(_ observation: Observation) -> String {
    let evidence = observation.evidence.sorted { $0.key < $1.key }
      .map { TerminalText.escape("\($0.key)=\($0.value)") }.joined(separator: ", ")
    return "observed \(observation.rule.rawValue): \(observation.check)"
      + (evidence.isEmpty ? "" : " (\(evidence))")
  }

  private static func field(_ name: String, _ value: String, margin: Int) -> String {
    let width = 32 - margin
    let gap = String(repeating: " ", count: max(1, width - name.count))
    return String(repeating: " ", count: margin) + name + gap + value
  }
}
