import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("Parts of the report of a run")
struct SectionTests {
  /// The rows of a part, each as its values of some columns.
  private func rows(_ overview: Overview, _ id: String, _ columns: String...) throws -> [String] {
    let table = try #require(overview.section(id)?.table)
    return table.rows.indices.map { row in
      columns.map { table.value(row, $0) ?? "-" }.joined(separator: " ")
    }
  }

  @Test("What changed adds up to the totals: new, persisting and resolved, and what is settled")
  func since() throws {
    let store = try ReportStore(ReportStore.small)
    let overview = try store.overview()
    #expect(
      try rows(overview, "since", "change", "critical", "warning", "info", "settled") == [
        "new 2 0 0 0", "persisting 0 0 1 1", "resolved 0 0 0 0",
      ])
    #expect(overview.total("findings_open").now == 3)
    #expect(overview.total("findings_silent") == (1, 0))
    #expect(
      FirstScreen(overview: overview).changes == [
        "Since run 1: 8 receipts judged.",
        "Findings: 2 new, 1 persisting, 0 resolved; 1 settled by "
          + "people.", "Changed verdicts: 1 receipt (1 by new data).",
      ])
    let first = try store.overview(runID: 1)
    #expect(FirstScreen(overview: first).changes.count == 1)
    #expect(try rows(first, "since", "change", "info") == ["new 2", "persisting 0", "resolved 0"])
  }

  @Test("A finding whose cause is gone is resolved in the run that saw it gone")
  func resolved() throws {
    let store = try ReportStore(ReportStore.small)
    let run = try ReportStore.startRun(store.connection, day: "2026-01-03")
    for table in ["receipts", "receipt_findings", "transactions"] {
      try store.connection.execute(
        "update audit_data.\(table) set superseded_by = \(run) where receipt_id = '5'")
    }
    try ReportStore.add(store.connection, run, receipt: "5", account: "mallory")
    try ReportStore.publish(store.connection, run, day: "2026-01-03")
    let overview = try store.overview()
    #expect(
      try rows(overview, "since", "change", "critical").contains("resolved 1"))
    #expect(
      try rows(overview, "flips", "flip", "cause", "receipts") == [
        "forged to genuine (ok) new-data 1"
      ])
    #expect(FirstScreen(overview: overview).wrong.mood == .warn)
  }

  @Test("Verdicts that changed are counted by cause")
  func flips() throws {
    let overview = try ReportStore(ReportStore.small).overview()
    #expect(
      try rows(overview, "flips", "cause", "verdict_before", "reason_before", "verdict", "receipts")
        == ["new-data corrupt truncated genuine 1"])
  }

  @Test("Accounts that belong together are one cluster, with what speaks against them")
  func clusters() throws {
    let store = try ReportStore(ReportStore.small)
    let overview = try store.overview()
    #expect(
      try rows(overview, "clusters", "cluster_id", "accounts", "critical", "account_ids") == [
        #"cleo 5 1 ["cleo","dora","emil","finn","gina"]"#
      ])
    #expect(try rows(store.overview(runID: 1), "clusters", "cluster_id") == [])
    #expect(OverviewPage(overview: overview).html.contains(">cleo, dora, emil, finn, gina<"))
  }

  @Test("The guard's figures are there for the run that readers see and for one that is held")
  func guardState() throws {
    let store = try ReportStore(ReportStore.small)
    let overview = try store.overview()
    #expect(
      try rows(overview, "guard", "run_id", "state", "receipts", "percent", "percent_before")
        == ["2 published 8 25.0 25.0"])
    #expect(
      GuardWords(overview: overview).sentences == [
        "2 of 8 receipts that run 2 judged are not genuine: 25.0 %, before 25.0 %. That is within "
          + "the limit of 10 percentage points more."
      ])
    #expect(
      try GuardWords(overview: store.overview(runID: 1)).sentences == [
        "Run 1 is the first published run: there was nothing to compare with."
      ])
    try store.connection.execute(
      """
      insert into audit.runs (as_of, status, message, guard) values ('2026-01-03Z', 'held',
        '9 of 9 judged receipts are not genuine', '{"limit": 10, "judged": {"receipts": 9,
        "not_genuine": 9, "receipts_before": 11, "not_genuine_before": 2}, "signers": [
        {"signer_sha256": "aa11", "receipts": 9, "not_genuine": 9}]}')
      """)
    let held = try store.overview()
    #expect(
      try rows(held, "guard", "run_id", "state", "compared", "signer_sha256", "percent").dropFirst()
        == [
          "3 held judged receipts - 100.0", "3 held genuine receipts of a signer aa11 100.0",
        ])
    #expect(
      GuardWords(overview: held).sentences.first
        == "Run 3 is held: 9 of 9 judged receipts are not genuine. Readers see run 2 until a person "
        + "decides.")
  }

  @Test("What people decided is there with who, until when, and what is silent for it")
  func judgements() throws {
    let overview = try ReportStore(ReportStore.small).overview()
    #expect(
      try rows(overview, "judgements", "disposition", "findings", "silent", "shown", "people") == [
        "escalated 1 0 1 1", "accepted 1 1 0 1",
      ])
    #expect(
      try rows(
        overview, "judged-findings", "rule", "disposition", "decided_by", "until", "is_silent",
        "note") == [
          "cancelled-purchase accepted ruth 2027-01-01T00:00:00+00:00 true bought twice",
          "duplicate-transaction escalated ruth - false to the lawyers",
        ])
  }

  @Test("What people have settled speaks against nobody and is no money at risk")
  func settled() throws {
    let store = try ReportStore(ReportStore.small)
    let later = "2026-01-02 09:00:00Z"
    try ReportStore.dispose(
      store.connection, "forged-receipt", as: "false-positive", note: "our testers", at: later)
    try ReportStore.dispose(
      store.connection, "duplicate-transaction", as: "accepted", note: "a household", at: later)
    let overview = try store.overview()
    let first = FirstScreen(overview: overview)
    #expect(first.wrong == (.good, "Nothing critical tonight. 2 settled by people since."))
    #expect(overview.total("critical_open").now == 2)
    #expect(
      try rows(overview, "since", "change", "critical", "settled").first == "new 2 0")
    #expect(try rows(overview, "money", "cause") == ["refunded"])
    #expect(overview.moneyAtRisk.isEmpty)
    #expect(try rows(overview, "accounts", "account_id") == [])
    #expect(try rows(overview, "clusters", "critical") == ["0"])
    var accounts = RowTable(columns: [])
    try Export.accounts.listing().write(from: store.connection, into: &accounts)
    #expect(
      accounts.rows.indices.allSatisfy { accounts.number($0, "critical_findings") == 0 })
  }

  @Test("Refunds and expiries are counted by product and by month")
  func products() throws {
    let overview = try ReportStore(ReportStore.small).overview()
    #expect(
      try rows(
        overview, "product-year", "product_id", "upgraded", "refunded_or_revoked", "expired")
        == ["coins 0 1 0", "pro.monthly 0 0 1"])
    #expect(
      try rows(overview, "product-months", "month", "product_id") == [
        "2025-12 coins", "2025-11 pro.monthly",
      ])
    #expect(try rows(overview, "cancellations", "month", "refunded_or_revoked") == ["2025-12 1"])
    #expect(try rows(overview, "expiries", "month", "expired") == ["2025-11 1"])
  }

  @Test("Every part is on the page, with its numbers, and its picture where it has one")
  func page() throws {
    let html = try OverviewPage(overview: ReportStore(ReportStore.small).overview()).html
    let parts = html.components(separatedBy: "<section id=\"").dropFirst()
    #expect(
      parts.map { String($0.prefix { $0 != "\"" }) } == SectionSpec.all.map(\.id) + ["facts"])
    for (part, spec) in zip(parts, SectionSpec.all) {
      #expect(part.contains("<table>"), "\(spec.id)")
      #expect(part.contains("<svg ") == (spec.chart != nil), "\(spec.id)")
      #expect(html.contains("<a href=\"#\(spec.id)\">"), "\(spec.id)")
    }
    for words in [
      "11 in = 8 judged by this run + 3 skipped", "2026-01-02 04:00:00 UTC", "OpenSSL 3.0.0",
      ">00ff<",
    ] { #expect(html.contains(words), "\(words)") }
  }
}
