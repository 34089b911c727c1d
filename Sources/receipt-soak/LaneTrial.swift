import Audit
import PostgreSQL
import ReceiptForge
import ReceiptVerification

/// Audits the receipts of a database with eight lanes in this process, all of them twice: the second
/// run takes the place of every row of the first.
///
/// Run under a sanitizer it shows that lanes, leases and writers share what they share without a race.
/// A worker process bounds its own memory, which a sanitizer's does not fit in: hence no such process.
enum LaneTrial {
  private static let lanes = 8

  /// - Parameter count: receipts that the database holds. libpq's environment names it.
  static func run(_ count: Int) throws {
    var options = AuditOptions()
    options.anchors = try .apple.adding(fileContents: Array(TestPKI.standard.rootPEM.utf8))
    options.full = true
    options.jobs = lanes
    options.batchSize = 200
    var verdicts: [[String: Int64]] = []
    for _ in 1...2 {
      let report = try Auditor(settings: ConnectionSettings(""), options: options).run()
      guard report.status == .published, report.receipts == Int64(count) else {
        throw Soak.Failure(
          description: "\(report.receipts) of \(count) receipts, and \(report.status)")
      }
      verdicts.append(report.verdicts)
    }
    guard verdicts[0] == verdicts[1] else {
      throw Soak.Failure(description: "verdicts differ: \(verdicts)")
    }
    print("\(count) receipts audited twice on \(lanes) lanes, with the same verdicts")
  }
}
