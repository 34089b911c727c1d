import Audit
import PostgreSQL

extension CommandTable {
  static let run = Command(
    "run",
    summary: "Audit what is new in audit.source and publish what is found.",
    details: """
      Only receipts without a result under the current rules and trust anchors are verified; what
      compares receipts with one another is brought up to date. Readers see nothing of a run
      before all of it is there. An interrupted run goes on where it stopped.

      Receipts that came in or changed while it was at work belong to it too. A run whose verdicts
      move wholesale against the last published one is held and ends with 8: readers see no change
      until `receipt-audit publish` or `receipt-audit discard` decides.

      Receipts are verified by worker processes. A receipt that crashes one or holds it up is
      found out, set aside as quarantined, and the rest goes on; after more than five lost
      worker processes the run ends with 1.
      """,
    options: [
      .asOf, .full, .dryRun, .limit, .jobs, .processes, .batchSize, .trustAnchor, .intermediate,
      .failOn, .maxReceiptSize, .receiptTimeout, .lease, .source, .from, .to, .guardLimit,
      .maxRuntime, .retryBudget, .summary, .metrics,
    ],
    examples: [
      "receipt-audit run -d shop",
      "receipt-audit run -d service=shop --fail-on critical --summary /var/log/audit.json",
      "receipt-audit run -d shop --as-of 2026-01-31 --full --dry-run",
    ],
    run: runAudit)

  private static func runAudit(_ arguments: Arguments) throws -> ExitStatus {
    let options = try auditOptions(arguments)
    let progress = ProgressLine()
    let auditor = Auditor(settings: DatabaseOptions.settings(arguments), options: options)
    var report: RunReport
    do {
      defer { progress.finish() }
      report = try auditor.run { progress.update(done: $0.done, of: $0.total) }
    } catch {
      // The failure is the one to tell; what can still be said of earlier runs is said.
      try? RunFiles.writeMetrics(arguments, phases: [])
      throw error
    }
    report.noteOctets(arguments)
    let failure = RunFiles.write(report, arguments)
    do {
      try StandardOutput.write(
        arguments.json ? RunSummary.json(report) : RunSummary.text(report))
    } catch is StandardOutput.ClosedByReader {
      // The run is over and published; a reader who has gone changes nothing about it.
    }
    return failure ?? report.exitStatus(failOn: options.failOn)
  }

  private static func auditOptions(_ arguments: Arguments) throws -> AuditOptions {
    var options = AuditOptions()
    options.asOf = try arguments.instant(.asOf)
    options.full = arguments.has(.full)
    options.dryRun = arguments.has(.dryRun)
    options.limit = try arguments.count(.limit)
    options.failOn = try arguments.choice(.failOn, Severity.self)
    options.anchors = try TrustAnchorFiles.load(arguments)
    try WorkerOptions.apply(arguments, to: &options)
    if let seconds = try arguments.seconds(.lease) { options.lease = seconds }
    options.firstKey = arguments.value(.from)
    options.lastKey = arguments.value(.to)
    options.guardPercent = try arguments.percent(.guardLimit, standard: options.guardPercent)
    options.maxRuntime = try arguments.duration(.maxRuntime)
    options.overdue = { Signals.end(.outOfTime, "not at its end 8 s after the longest run time") }
    if let seconds = try arguments.duration(.retryBudget) { options.retry.budget = seconds }
    if let size = try arguments.count(.batchSize) { options.batchSize = size }
    if let size = try arguments.bytes(.maxReceiptSize) { options.maxReceiptSize = size }
    return options
  }
}
