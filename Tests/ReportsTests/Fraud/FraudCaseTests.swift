import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("Cases")
struct FraudCaseTests {
  private func column(_ fraudCase: FraudCase, _ part: String, _ name: String) -> [String?] {
    let table = fraudCase[part]
    return table.rows.indices.map { table.value($0, name) }
  }

  @Test("A forged receipt's case holds its claims, its siblings and what was decided")
  func forged() throws {
    let store = try ReportStore(ReportStore.small)
    try store.connection.execute(
      "insert into audit.dispositions (finding_id, disposition, note, decided_by) select finding_id, 'escalated', 'to the lawyers', 'ruth' from audit.findings where rule = 'forged-receipt'"
    )
    let fraudCase = try FraudCase.read(.receipt("5"), from: store.connection)
    #expect(fraudCase.sentence == "Forged: its content is not what was signed (payload-altered).")
    #expect(fraudCase.receiptIDs == ["5"])
    #expect(column(fraudCase, "receipts", "receipt_id") == ["5", "6"])
    #expect(column(fraudCase, "receipts", "relation") == ["the case", "same account"])
    #expect(column(fraudCase, "claims", "claimed_product") == ["pro.monthly", "unpriced"])
    #expect(column(fraudCase, "claims", "proven_product") == [nil, nil])
    #expect(column(fraudCase, "dispositions", "note") == ["to the lawyers"])
    #expect(column(fraudCase, "findings", "disposition").contains("escalated"))
  }

  @Test("A shared transaction shows everybody else who used it, in order of use")
  func shared() throws {
    let store = try ReportStore(ReportStore.small)
    let fraudCase = try FraudCase.read(.account("dora"), from: store.connection)
    #expect(column(fraudCase, "shared", "account_id") == ["cleo", "emil", "finn", "gina"])
    #expect(column(fraudCase, "purchases", "transaction_id") == ["400"])
    #expect(column(fraudCase, "findings", "rule").contains("duplicate-transaction"))
    #expect(fraudCase.sentence.hasPrefix("0 of 1 receipts are forged"))
  }

  @Test("What does not exist is named")
  func missing() throws {
    let store = try ReportStore(ReportStore.small)
    #expect { try FraudCase.read(.receipt("{account}"), from: store.connection) } throws: {
      "\($0)".contains("{account}")
    }
    #expect { try FraudCase.read(.account("nobody' or 'a'='a"), from: store.connection) } throws: {
      "\($0)".contains("nobody")
    }
  }

  @Test("A case of hostile texts is harmless on a terminal, on a page and in JSON")
  func hostile() throws {
    let store = try ReportStore(ReportStore.hostile)
    for text in ReportStore.texts {
      let fraudCase = try FraudCase.read(.account(text), from: store.connection)
      let terminal = CaseText(fraudCase).text
      for scalar in terminal.unicodeScalars where scalar != "\n" {
        #expect(!TerminalText.isHarmful(scalar), "\(scalar.value)")
      }
      let page = CasePage(fraudCase: fraudCase).html
      #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("<svg"))
      let json = try JSONSerialization.jsonObject(with: Data(CaseJSON(fraudCase).text.utf8))
      let account = (json as? [String: Any])?["account_id"] as? String
      #expect(account?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }

  @Test("Every reason has its sentence")
  func sentences() {
    let reasons = [
      "ok", "payload-altered", "untrusted-root", "leaf-marker-missing",
      "intermediate-marker-missing", "issuer-not-a-ca", "chain-broken", "no-signer",
      "multiple-signers", "signer-ambiguous", "signer-not-found", "signed-attributes",
      "digest-not-allowed", "digest-mismatch", "key-not-allowed", "algorithm-not-allowed",
      "signer-expired-at-creation", "signer-not-yet-valid", "creation-date-missing",
      "creation-date-invalid", "root-not-available", "intermediate-not-available",
      "xcode-test-signer", "local-testing", "truncated", "malformed", "limit-exceeded",
      "not-a-receipt", "no-content", "unsupported-format", "null", "empty", "crashed",
      "timed-out", "too-large",
    ]
    for reason in reasons {
      let sentence = ReasonText.sentence(verdict: "forged", reason: reason)
      #expect(sentence.hasPrefix("Forged: ") && sentence.hasSuffix("(\(reason))."))
    }
    #expect(
      ReasonText.sentence(verdict: "odd\u{1B}", reason: "new")
        == "The verdict is odd\\u{1B} (new).")
  }
}
