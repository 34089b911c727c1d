import Foundation
public import PostgreSQL
public import ReceiptVerification

/// What a run is asked to do.
public struct AuditOptions: Sendable {
  /// The time at which subscriptions are judged; nil takes the database's now, once, at the start.
  public var asOf: Instant?
  /// Verifies every receipt again, also those with a result under the current policy.
  public var full = false
  /// Plans and counts, and writes nothing.
  public var dryRun = false
  /// Plans at most so many receipts.
  public var limit: Int?
  /// Audits receipts with keys from this one on, as text, and up to that one; nil: from the start, and
  /// to the end.
  public var firstKey: String?
  public var lastKey: String?
  /// Percentage points that the share of receipts that are not genuine may grow by, and per cent of a
  /// signer's genuine receipts that may lose that, against the last published run; beyond it the run
  /// is held. nil publishes whatever was found.
  public var guardPercent: Double? = 10
  /// Lanes that read and write side by side, each with connections of its own.
  public var jobs = 2 * ProcessInfo.processInfo.activeProcessorCount
  /// Worker processes that the lanes are spread over; nil runs them in this process, where a receipt
  /// that crashes or hangs takes the run with it. Processes are this program's own executable.
  public var processes: Int?
  /// Seconds that a batch stays its owner's without a renewal; it is renewed while it is at work.
  public var lease = 60.0
  /// Seconds that one receipt may take before its process is taken to hang.
  public var receiptTimeout = 60.0
  /// Is told of what is worth a line in the log.
  public var notice: @Sendable (String) -> Void = { _ in }
  /// Receipts in a batch: what one transaction commits. nil: 2000, or fewer where some lanes would
  /// have none.
  public var batchSize: Int?
  /// Octets of stored receipts in memory at once, over all lanes.
  public var byteBudget = 64 << 20
  /// A stored receipt of more octets is never fetched.
  public var maxReceiptSize = 16 << 20
  /// Findings of this severity and above make the exit status say so.
  public var failOn: Severity?
  /// Whom receipts may come from.
  public var anchors: TrustAnchors = .apple
  /// Where `audit.source` is read, when not on the server that the results go to: a streaming
  /// replica of it.
  public var source: ConnectionSettings?
  /// How faults of the database are waited out.
  public var retry = RetryPolicy()
  /// Ends the run early.
  public var stop = StopFlag()
  /// Ends the run after so many seconds, comparisons included, to be continued by the next.
  public var maxRuntime: Double?
  /// Is called where the run has not ended 8 seconds after that, because its threads wait for a server
  /// whose network has gone silent: the process may then be ended at any time.
  public var overdue: @Sendable () -> Void = {}
  /// Ends the run as an interruption after so many batches have committed; for tests.
  public var stopAfterBatches: Int?

  public init() {}

  /// Throws where a number is out of its range.
  func validate() throws(AuditError) {
    let least: [(name: String, value: Int, least: Int)] = [
      ("--jobs", jobs, 1), ("--processes", processes ?? 1, 1), ("--batch-size", batchSize ?? 1, 1),
      ("--limit", limit ?? 1, 1),
      ("byte budget", byteBudget, 1), ("--max-receipt-size", maxReceiptSize, 1),
    ]
    for option in least where option.value < option.least {
      throw .configuration("\(option.name) is \(option.value), and must be \(option.least) or more")
    }
    let seconds = [("--lease", lease), ("--receipt-timeout", receiptTimeout)]
    for (name, value) in seconds where !(0.1...86_400).contains(value) {
      throw .configuration("\(name) is \(value), and must be 0.1 to 86400 seconds")
    }
    if maxReceiptSize > 1 << 30 {
      throw .configuration(
        "--max-receipt-size is \(maxReceiptSize), and PostgreSQL stores at most 1 GiB")
    }
  }
}
