import ReceiptForge
import ReceiptVerification
import Testing

@testable import Audit

@Suite("Findings of one receipt")
struct ReceiptFindingsTests {
  @Test(
    "each verdict gives rise to its rule, and a genuine or empty one to none",
    arguments: [
      (Reason.payloadAltered, ReceiptRule.forgedReceipt, Severity.critical),
      (.rootNotAvailable, .untrustedReceipt, .warning),
      (.xcodeTestSigner, .testReceipt, .warning),
      (.truncated, .corruptReceipt, .warning),
      (.unsupportedFormat, .unsupportedReceipt, .info),
      (.tooLarge, .quarantinedReceipt, .warning),
    ])
  func verdictRules(reason: Reason, rule: ReceiptRule, severity: Severity) {
    let judged = judge(Verification(format: .appReceipt, reason: reason))
    #expect(judged.findings.map(\.rule) == [rule])
    #expect(judged.findings.map(\.severity) == [severity])
    #expect(!judged.counted)
  }

  @Test("an empty value is no finding", arguments: [Reason.null, .empty])
  func emptyIsNone(reason: Reason) {
    #expect(judge(Verification(format: .unknown, reason: reason)).findings.isEmpty)
  }

  @Test("a genuine receipt of an app that is expected is counted and not foreign")
  func expectedApp() {
    let judged = judge(genuine("com.example.a"), expected: "com.example.a")
    #expect(judged.findings.map(\.rule) == [.noPurchases])
    #expect(judged.counted)
  }

  @Test("an app that is neither expected nor in the catalogue is foreign and not counted")
  func foreignApp() {
    let judged = judge(genuine("com.example.b"), expected: "com.example.a")
    #expect(judged.findings.map(\.rule) == [.foreignApp, .noPurchases])
    #expect(!judged.counted)
    let unlisted = judge(genuine("com.example.b"), apps: ["com.example.a": false])
    #expect(unlisted.findings.map(\.rule).contains(.foreignApp))
  }

  @Test("an app in the catalogue is not foreign, whatever the row expects")
  func listedApp() {
    let judged = judge(
      genuine("com.example.b"), expected: "com.example.a", apps: ["com.example.b": false])
    #expect(!judged.findings.map(\.rule).contains(.foreignApp))
  }

  @Test("without an expected id and a catalogue every app is ours")
  func unknownAppIsOurs() {
    #expect(judge(genuine("com.example.b")).counted)
  }

  @Test("bundle ids are compared by octets, not by what looks the same")
  func octetComparison() {
    let judged = judge(genuine("com.example.caf\u{E9}"), expected: "com.example.cafe\u{301}")
    #expect(judged.findings.map(\.rule).contains(.foreignApp))
  }

  @Test("a forged receipt of another app is called forged, and not foreign besides")
  func forgedIsNotForeign() {
    var verification = genuine("com.example.b")
    verification.reason = .untrustedRoot
    let judged = judge(verification, expected: "com.example.a")
    #expect(judged.findings.map(\.rule) == [.forgedReceipt])
  }

  @Test("a sandbox receipt is a finding unless its app allows it")
  func sandbox() {
    let verification = genuine("com.example.a", type: "ProductionSandbox")
    #expect(judge(verification).findings.map(\.rule).contains(.sandboxReceipt))
    let allowed = judge(verification, apps: ["com.example.a": true])
    #expect(!allowed.findings.map(\.rule).contains(.sandboxReceipt))
  }

  @Test("a receipt stored more than a day before it was created is implausible")
  func receivedBeforeCreation() {
    let created = Instant(secondsSince1970: 1_700_000_000)
    let verification = genuine("com.example.a", created: created)
    let early = judge(verification, receivedAt: Instant(secondsSince1970: 1_700_000_000 - 86_401))
    #expect(early.findings.map(\.rule).contains(.implausibleContent))
    let close = judge(verification, receivedAt: Instant(secondsSince1970: 1_700_000_000 - 86_400))
    #expect(!close.findings.map(\.rule).contains(.implausibleContent))
  }

  @Test("observations of one rule are one finding that tells each of them")
  func observationsByRule() {
    var verification = genuine("com.example.a")
    verification.observations = [
      Observation(.implausibleContent, "first", ["value": "\u{0}x"]),
      Observation(.unknownAttribute, "attribute"),
      Observation(.implausibleContent, "second"),
    ]
    let findings = judge(verification).findings
    #expect(findings.map(\.rule) == [.noPurchases, .implausibleContent, .unknownAttribute])
    #expect(
      findings[1].evidence.serialized
        == #"{"checks":[{"check":"first","value":"\\x00x"},{"check":"second"}]}"#)
  }

  @Test("a known forgery is a critical finding of its own, beside the forged receipt")
  func knownForgery() throws {
    var purchase = PurchaseDraft(productID: "com.example.gem", transactionID: "com.urus.iap.1")
    purchase.originalTransactionID = "310001200000042"
    let forged = ReceiptVerifier().verify(
      try TestPKI.foreign.mint(ReceiptDraft(purchases: [purchase])))
    let judged = judge(forged)
    #expect(judged.findings.map(\.rule) == [.forgedReceipt, .knownForgery])
    #expect(judged.findings.map(\.severity) == [.critical, .critical])
    #expect(judged.findings[1].evidence.serialized.contains(#""known_as":"urus""#))
    #expect(!judged.counted)
  }

  private func genuine(
    _ bundleID: String, type: String = "Production", created: Instant? = nil
  ) -> Verification {
    var receipt = AppReceipt()
    receipt.creationDate = created
    receipt.bundleID = bundleID
    receipt.receiptType = type
    return Verification(
      format: .appReceipt, reason: .ok, signature: .valid, trust: .trusted,
      document: .appReceipt(receipt))
  }

  private func judge(
    _ verification: Verification, expected: String? = nil, apps: [String: Bool] = [:],
    receivedAt: Instant? = nil
  ) -> JudgedReceipt {
    let row = SourceRow(
      receiptID: "1", receivedAt: receivedAt, stored: .null, expectedBundleID: expected)
    let pairs = apps.map { (AppCatalogue.BundleID($0.key), $0.value) }
    let catalogue = AppCatalogue(sandboxAllowed: Dictionary(uniqueKeysWithValues: pairs))
    return ReceiptFindings(apps: catalogue).judge(row, verification)
  }
}
