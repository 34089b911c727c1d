import ReceiptVerification
import Reports

/// One judged file for people. Everything out of the receipt is escaped.
enum InspectionText {
  static func text(file: String, _ verification: Verification) -> String {
    let lines = [Style.strong.apply(TerminalText.escape(file))] + facts(verification, margin: 2)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func facts(_ verification: Verification, margin: Int) -> [String] {
    let indent = String(repeating: " ", count: margin)
    var lines = summary(verification).map { field($0, $1, margin: margin) }
    if let document = verification.document {
      if verification.verdict != .genuine {
        lines.append(indent + "What it claims, which nothing proves:")
      }
      for (name, value) in DocumentFields.document(document) {
        lines.append(field(name, value.text, margin: margin))
      }
      for (index, purchase) in DocumentFields.purchases(document).enumerated() {
        lines.append(indent + "purchase \(index + 1)")
        lines += purchase.map { field($0, $1.text, margin: margin + 2) }
      }
      for nested in DocumentFields.nested(document) {
        lines.append(indent + "inside it, \(nested.field)")
        lines += facts(nested.verification, margin: margin + 2)
      }
    }
    return lines + verification.observations.map { indent + observed($0) }
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
