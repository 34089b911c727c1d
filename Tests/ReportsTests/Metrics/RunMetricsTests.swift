import PostgreSQL
import TestSupport
import Testing

@testable import Reports

@Suite("Metrics")
struct RunMetricsTests {
  private let metrics = RunMetrics(
    phases: [("plan", 0.25), ("verify", 1.5)], build: [("version", "1\"2\\3\n4")])

  @Test("They tell of the last success, verdicts, findings, phases and the program")
  func published() throws {
    let store = try ReportStore(ReportStore.small)
    try store.connection.execute(
      "create table public.r as select 'new'::text as receipt_id, 'a'::text as account_id, ''::bytea as receipt, now() as received_at; create view audit.source as select * from public.r"
    )
    let text = try metrics.text(from: store.connection)
    for line in [
      #"receipt_audit_build_info{version="1\"2\\3\n4"} 1"#,
      #"receipt_audit_phase_duration_seconds{phase="verify"} 1.5"#,
      "receipt_audit_last_success_timestamp_seconds 1767327000",
      "receipt_audit_run_held 0", #"receipt_audit_receipts{verdict="genuine"} 9"#,
      #"receipt_audit_receipts{verdict="forged"} 1"#,
      #"receipt_audit_findings_open{rule="forged-receipt",severity="critical"} 1"#,
      #"receipt_audit_findings_new{rule="forged-receipt",severity="critical"} 1"#,
      "receipt_audit_quarantined_receipts 0", "receipt_audit_backlog_receipts 1",
      "# TYPE receipt_audit_receipts gauge",
    ] { #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)") }
    // Each metric has its type once, before its samples.
    let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
    #expect(Set(types).count == types.count)
  }

  @Test("Before the first run, and without a source, they tell what there is to tell")
  func empty() throws {
    let database = try TestDatabase.migrated()
    let text = try metrics.text(from: database.connect())
    #expect(text.contains("receipt_audit_build_info"))
    #expect(!text.contains("last_success") && !text.contains("backlog"))
  }

  @Test("A run that is held shows")
  func held() throws {
    let store = try ReportStore(ReportStore.small)
    try store.connection.execute(
      "insert into audit.runs (as_of, status) values ('2026-01-03Z', 'held')")
    let text = try metrics.text(from: store.connection)
    #expect(text.contains("receipt_audit_run_held 1"))
    #expect(text.contains("receipt_audit_last_success_timestamp_seconds 1767327000"))
  }
}
