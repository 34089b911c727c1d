/// Checks of a receipt's own fields against one another.
///
/// Every one held in all genuine receipts known; none changes a verdict. Tempting ones that genuine
/// receipts break are left out on purpose: original purchase after purchase, transaction ids out of
/// order, a missing original row, overlapping periods, purchases older than the app's own.
struct ReceiptChecks {
  /// Everything that follows is said about receipts of a store; a test tool keeps to none of it.
  static func run(
    _ receipt: AppReceipt, digest: DigestAlgorithm?, isAppleAnchored: Bool,
    _ log: inout ObservationLog
  ) {
    guard receipt.environment == .production || receipt.environment == .sandbox else { return }
    let checks = ReceiptChecks(receipt: receipt)
    checks.dates(&log)
    checks.lengths(&log)
    checks.environmentFields(&log)
    if isAppleAnchored { checks.era(digest, &log) }
    PurchaseChecks(
      receipt.purchases, environment: receipt.environment, creationDate: receipt.creationDate
    ).run(&log)
  }

  private let receipt: AppReceipt

  /// First receipts of the Mac App Store.
  private static let firstReceipts = Instant(secondsSince1970: 1_293_840_000)  // 2011-01-01
  /// The last intermediate that signs with SHA-1 expired (Apple TN3138).
  private static let endOfSHA1 = Instant(secondsSince1970: 1_737_676_800)  // 2025-01-24
  /// The first certificate that signs with SHA-256 became valid.
  private static let startOfSHA256 = Instant(secondsSince1970: 1_662_076_800)  // 2022-09-02
  /// Issue dates of a device receipt were seen one second off.
  private static let tolerance: Int64 = 5_000_000

  private func dates(_ log: inout ObservationLog) {
    guard let created = receipt.creationDate else { return }
    if created < Self.firstReceipts {
      note("created-before-receipts", ["creation_date": created.text], &log)
    }
    if let issued = receipt.issueDate, issued > created {
      note(
        "issued-after-creation", ["issue_date": issued.text, "creation_date": created.text], &log)
    }
    guard let bought = receipt.originalPurchaseDate else { return }
    if bought > created {
      note(
        "app-bought-after-creation",
        ["original_purchase_date": bought.text, "creation_date": created.text], &log)
    }
    if receipt.environment == .production, let issued = receipt.issueDate,
      bought.microsecondsSince1970 > issued.microsecondsSince1970 + Self.tolerance
    {
      note(
        "app-bought-after-issue",
        ["original_purchase_date": bought.text, "issue_date": issued.text], &log)
    }
  }

  private func lengths(_ log: inout ObservationLog) {
    if let hash = receipt.deviceHash, hash.count != 20 {
      note("device-hash-length", ["length": String(hash.count)], &log)
    }
  }

  /// A sandbox receipt knows no store ids, a production receipt always does.
  private func environmentFields(_ log: inout ObservationLog) {
    if receipt.environment == .sandbox {
      storeID("app_item_id", receipt.appItemID, &log)
      storeID("download_id", receipt.downloadID, &log)
      storeID("version_external_id", receipt.versionExternalID, &log)
    } else if receipt.appItemID == 0 {
      note("production-without-store-id", ["app_item_id": "0"], &log)
    }
  }

  private func storeID(_ name: String, _ id: Int64?, _ log: inout ObservationLog) {
    guard let id, id != 0 else { return }
    note("sandbox-with-store-id", [name: String(id)], &log)
  }

  private func era(_ digest: DigestAlgorithm?, _ log: inout ObservationLog) {
    guard let created = receipt.creationDate, let digest else { return }
    let isOutside =
      switch digest {
      case .sha1: created >= Self.endOfSHA1
      case .sha256: created < Self.startOfSHA256
      }
    if isOutside {
      note("digest-era", ["digest": digest.rawValue, "creation_date": created.text], &log)
    }
  }

  private func note(_ check: String, _ evidence: [String: String], _ log: inout ObservationLog) {
    log.note(.implausibleContent, check, evidence)
  }
}
