import Foundation
import PostgreSQL
import ReceiptVerification

/// Everything that a process of lanes must know of its run, wherever it was started.
struct WorkOrder: Codable, Sendable {
  var run: RunRecord
  /// Who takes batches, as it is written beside them: no two processes have the same.
  var owner: String
  /// Where the results go.
  var settings: ConnectionSettings
  /// Where `audit.source` is read.
  var source: ConnectionSettings
  /// The two may be different servers.
  var readsElsewhere: Bool
  var trust: TrustAnchors
  var lanes: Int
  /// Octets of stored receipts in memory at once.
  var byteBudget: Int
  var maxReceiptSize: Int
  /// Seconds that a batch stays its owner's without a renewal.
  var lease: Double
  /// Seconds in which a fault of the database must have passed.
  var retryBudget: Double
  /// Keys of receipts that are to be tried one after the other, without writing anything; empty for
  /// a process that takes batches.
  var trial: [String] = []

  /// What a run with these options tells its lanes.
  init(_ run: RunRecord, _ settings: ConnectionSettings, _ options: AuditOptions) {
    self.run = run
    owner = Self.newOwner()
    self.settings = settings
    source = options.source ?? settings
    readsElsewhere = options.source != nil
    trust = options.anchors
    lanes = options.jobs
    byteBudget = options.byteBudget
    maxReceiptSize = options.maxReceiptSize
    lease = options.lease
    retryBudget = options.retry.budget
  }

  /// Batches of the run that are not done; none where it is not under way on these terms.
  func unfinished(_ connection: Connection) throws -> Int64 {
    let rows = try connection.query(
      JobStatement.countUnfinished.text,
      [
        .int8(run.runID), .int8(Int64(maxReceiptSize)), .textArray(trust.fingerprintsAtHand),
      ])
    return try rows[0].int("unfinished") ?? 0
  }

  /// A process's own name: host, process, and something that is never there twice.
  static func newOwner() -> String {
    var name = [UInt8](repeating: 0, count: 256)
    let failed = unsafe name.withUnsafeMutableBytes { bytes in
      unsafe gethostname(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count - 1)
    }
    let host = failed == 0 ? String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) : "host"
    let process = ProcessInfo.processInfo.processIdentifier
    return "\(host)/\(process)/\(UUID().uuidString.prefix(8).lowercased())"
  }
}
