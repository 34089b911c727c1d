import ReceiptVerification

/// Draws the findings out of one verified receipt and the row that it came from.
struct ReceiptFindings: Sendable {
  var apps: AppCatalogue

  /// A receipt may be created a little after it was stored when clocks differ; not a day.
  private static let clockTolerance: Int64 = 86_400_000_000

  /// The row's findings in the catalogue's order, one for each rule at most.
  func judge(_ row: SourceRow, _ verification: Verification) -> JudgedReceipt {
    let genuine = verification.verdict == .genuine
    let foreign = genuine && isForeign(row, verification)
    var findings: [ReceiptFinding] = []
    if let rule = Self.rule(for: verification.verdict) {
      findings.append(ReceiptFinding(rule: rule, evidence: Self.evidence(row, verification)))
    }
    if genuine {
      findings += genuineFindings(row, verification, foreign: foreign)
    }
    findings += observed(row, verification)
    return JudgedReceipt(
      row: row, verification: verification, findings: findings, counted: genuine && !foreign,
      deviceMatches: row.deviceID.flatMap {
        verification.document?.appReceipt?.deviceHashMatches(deviceID: $0)
      })
  }

  private static func rule(for verdict: Verdict) -> ReceiptRule? {
    switch verdict {
    case .genuine, .empty: nil
    case .forged: .forgedReceipt
    case .untrusted: .untrustedReceipt
    case .test: .testReceipt
    case .corrupt: .corruptReceipt
    case .unsupported: .unsupportedReceipt
    case .quarantined: .quarantinedReceipt
    }
  }

  private static func evidence(_ row: SourceRow, _ verification: Verification) -> JSONText {
    var octets: Int64?
    var setAside: SetAside?
    switch row.stored {
    case .tooLarge(let stored): octets = Int64(stored)
    case .setAside(let entry): setAside = entry
    case .null, .octets: break
    }
    return .object([
      "reason": .text(verification.reason.rawValue),
      "signature": .text(verification.signature.rawValue),
      "trust": .text(verification.trust.rawValue),
      "format": .text(verification.format.rawValue),
      "signer_sha256": .optional(verification.signerSHA256?.hexText),
      "payload_sha256": .optional(verification.payloadSHA256?.hexText),
      "claimed_bundle_id": .optional(verification.document?.bundleID),
      "stored_octets": octets.map(JSONText.number),
      "signal": .optional(setAside?.signal),
      "stage": .optional(setAside?.stage),
    ])
  }

  private func isForeign(_ row: SourceRow, _ verification: Verification) -> Bool {
    guard let bundleID = verification.document?.bundleID else { return false }
    return apps.isForeign(bundleID, expected: row.expectedBundleID)
  }

  /// What only matters when Apple signed it: a forged receipt's claims accuse nobody twice.
  private func genuineFindings(
    _ row: SourceRow, _ verification: Verification, foreign: Bool
  ) -> [ReceiptFinding] {
    guard let document = verification.document else { return [] }
    var findings: [ReceiptFinding] = []
    if verification.environment == .sandbox, !apps.allowsSandbox(document.bundleID) {
      findings.append(
        ReceiptFinding(
          rule: .sandboxReceipt,
          evidence: .object(["receipt_type": .optional(DocumentFacts(document).receiptType)])))
    }
    if foreign {
      findings.append(
        ReceiptFinding(
          rule: .foreignApp,
          evidence: .object([
            "bundle_id": .optional(document.bundleID),
            "expected_bundle_id": .optional(row.expectedBundleID),
          ])))
    }
    // Only app receipts tell the device, and list what was bought.
    guard let receipt = document.appReceipt else { return findings }
    if let device = row.deviceID, receipt.deviceHashMatches(deviceID: device) == false {
      findings.append(
        ReceiptFinding(
          rule: .deviceMismatch,
          evidence: .object([
            "device_id": .text(device.hexText),
            "device_hash": .optional(receipt.deviceHash?.hexText),
          ])))
    }
    if receipt.purchases.isEmpty {
      findings.append(ReceiptFinding(rule: .noPurchases, evidence: .object([:])))
    }
    return findings
  }

  /// The verifier's observations and the source's own, gathered by rule.
  private func observed(_ row: SourceRow, _ verification: Verification) -> [ReceiptFinding] {
    var checks = verification.observations.map { ($0.receiptRule, Self.check($0)) }
    if let early = receivedBeforeCreation(row, verification) {
      checks.append((.implausibleContent, early))
    }
    guard !checks.isEmpty else { return [] }
    return ReceiptRule.allCases.compactMap { rule in
      let own = checks.filter { $0.0 == rule }.map(\.1)
      guard !own.isEmpty else { return nil }
      return ReceiptFinding(rule: rule, evidence: .object(["checks": .array(own)]))
    }
  }

  private static func check(_ observation: Observation) -> JSONText {
    let evidence = observation.evidence.sorted { $0.key < $1.key }
    return .object(
      [JSONText.Member(name: "check", value: .text(observation.check))]
        + evidence.map { JSONText.Member(name: $0.key, value: .text($0.value)) })
  }

  private func receivedBeforeCreation(
    _ row: SourceRow, _ verification: Verification
  ) -> JSONText? {
    guard let received = row.receivedAt, let created = verification.document?.creationDate,
      verification.verdict == .genuine,
      received.microsecondsSince1970 < created.microsecondsSince1970 - Self.clockTolerance
    else { return nil }
    return .object([
      "check": .text("received-before-creation"),
      "received_at_unix": .number(received.microsecondsSince1970 / 1_000_000),
      "creation_date_unix": .number(created.microsecondsSince1970 / 1_000_000),
    ])
  }
}

extension Observation {
  var receiptRule: ReceiptRule {
    switch rule {
    case .implausibleContent: .implausibleContent
    case .nonCanonicalEncoding: .nonCanonicalEncoding
    case .unknownAttribute: .unknownAttribute
    case .knownForgery: .knownForgery
    }
  }
}
