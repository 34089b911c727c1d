import Audit
import PostgreSQL

extension CommandTable {
  static let worker = Command(
    "worker",
    summary: "Help a run that is under way, from this host or another one.",
    details: """
      Takes batches of the run until none is left, and may be stopped at any time: what it has
      not committed, others do. Rules, trust anchors and --intermediate certificates must be those
      of the run. The run itself compares the receipts and publishes.
      """,
    options: [.runID, .jobs, .processes, .trustAnchor, .intermediate, .receiptTimeout, .source],
    examples: ["receipt-audit worker --run 12 -d shop"],
    run: work)

  private static func work(_ arguments: Arguments) throws -> ExitStatus {
    guard let run = try arguments.runID(.runID) else {
      throw UsageError("--run is missing: which run is to be helped")
    }
    var options = AuditOptions()
    options.anchors = try TrustAnchorFiles.load(arguments)
    try WorkerOptions.apply(arguments, to: &options)
    let progress = ProgressLine()
    defer { progress.finish() }
    try Worker(settings: DatabaseOptions.settings(arguments), options: options).run(run) {
      progress.update(done: $0.done, of: $0.total)
    }
    return .finished
  }
}

/// What `run` and `worker` take alike: where receipts are read, and who works.
enum WorkerOptions {
  static func apply(_ arguments: Arguments, to options: inout AuditOptions) throws {
    options.source = arguments.value(.source).map { ConnectionSettings($0) }
    options.processes = try arguments.count(.processes) ?? 1
    if let jobs = try arguments.count(.jobs) { options.jobs = jobs }
    options.jobs = max(options.jobs, options.processes ?? 1)
    if let seconds = try arguments.seconds(.receiptTimeout) { options.receiptTimeout = seconds }
    options.notice = { Diagnostics.line($0) }
    let stop = options.stop
    Signals.onFirst(endingWithin: 8) {
      stop.raise(Signals.status == .terminated ? .terminated : .interrupted)
      WorkerProcesses.askToEnd()
    }
  }
}
