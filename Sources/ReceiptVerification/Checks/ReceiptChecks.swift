/// Checks of a receipt's own fields against one another.
///
/// Every one held in all genuine receipts known; none changes a verdict. Tempting ones that genuine
/// receipts break are left out on purpose: original purchase after purchase, transaction ids out of
/// order, a missing original row, overlapping periods, purchases older than the app's own.
struct ReceiptChecks {
  /// Everything that follows is said about receipts of a store; a test tool keeps to none of it.
  static func run(
    _ receipt: borrowing AppReceipt, _ shape: PayloadShape, digest: DigestAlgorithm?,
    isAppleAnchored: Bool, isSigned: Bool, _ log: inout ObservationLog
  ) {
    if !isSigned { KnownForgeries.run(receipt.purchases, &log) }
    let environment = receipt.environment
    guard environment == .production || environment == .sandbox else { return }
    let checks = ReceiptChecks(isSandbox: environment == .sandbox)
    checks.dates(receipt, &log)
    checks.lengths(receipt, &log)
    if !receipt.isVolumePurchase {
      checks.environmentFields(receipt, &log)
      checks.productIDs(receipt, &log)
      checks.shape(shape, created: receipt.creationDate, &log)
    }
    if isAppleAnchored { checks.era(digest, created: receipt.creationDate, &log) }
    PurchaseChecks(
      receipt.purchases, environment: environment, creationDate: receipt.creationDate,
      isSigned: isSigned
    ).run(&log)
  }

  private let isSandbox: Bool

  /// First receipts of the Mac App Store.
  private static let firstReceipts = Instant(secondsSince1970: 1_293_840_000)  // 2011-01-01
  /// The last intermediate that signs with SHA-1 expired (Apple TN3138).
  private static let endOfSHA1 = Instant(secondsSince1970: 1_737_676_800)  // 2025-01-24
  /// The first certificate that signs with SHA-256 became valid.
  private static let startOfSHA256 = Instant(secondsSince1970: 1_662_076_800)  // 2022-09-02
  /// The oldest receipt known is of that month; what came before may have had fewer attributes.
  private static let firstKnown = Instant(secondsSince1970: 1_409_529_600)  // 2014-09-01
  /// When every app of the sandbox was bought, 2013-08-01T07:00:00Z, and in which version.
  private static let sandboxPurchase = Instant(secondsSince1970: 1_375_340_400)
  private static let sandboxVersion = "1.0"
  /// Issue dates of a device receipt were seen one second off.
  private static let tolerance: Int64 = 5_000_000

  private func dates(_ receipt: borrowing AppReceipt, _ log: inout ObservationLog) {
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
    if !isSandbox, let issued = receipt.issueDate,
      bought.microsecondsSince1970 > issued.microsecondsSince1970 + Self.tolerance
    {
      note(
        "app-bought-after-issue",
        ["original_purchase_date": bought.text, "issue_date": issued.text], &log)
    }
  }

  private func lengths(_ receipt: borrowing AppReceipt, _ log: inout ObservationLog) {
    if let hash = receipt.deviceHash, hash.count != 20 {
      note("device-hash-length", ["length": String(hash.count)], &log)
    }
    if let opaque = receipt.opaqueValue, opaque.count != 16 {
      note("opaque-value-length", ["length": String(opaque.count)], &log)
    }
  }

  /// A sandbox receipt knows no store ids and no history; a production receipt always does.
  private func environmentFields(_ receipt: borrowing AppReceipt, _ log: inout ObservationLog) {
    storeID("app_item_id", receipt.appItemID, &log)
    storeID("developer_id", receipt.developerID, &log)
    storeID("version_external_id", receipt.versionExternalID, &log)
    guard isSandbox else { return }
    // Only here: some production receipts have no download id.
    storeID("download_id", receipt.downloadID, &log)
    sandboxHistory(receipt, &log)
  }

  private func sandboxHistory(_ receipt: borrowing AppReceipt, _ log: inout ObservationLog) {
    if let issued = receipt.issueDate {
      note("sandbox-with-history", ["issue_date": issued.text], &log)
    }
    if let bought = receipt.originalPurchaseDate, bought != Self.sandboxPurchase {
      note("sandbox-with-history", ["original_purchase_date": bought.text], &log)
    }
    if let version = receipt.originalAppVersion, version != Self.sandboxVersion {
      note("sandbox-with-history", ["original_app_version": version], &log)
    }
  }

  private func storeID(_ name: String, _ id: Int64?, _ log: inout ObservationLog) {
    guard let id, (id != 0) == isSandbox else { return }
    let check = id == 0 ? "production-without-store-id" : "sandbox-with-store-id"
    note(check, [name: String(id)], &log)
  }

  /// Products have an id in the store, and none in the sandbox.
  private func productIDs(_ receipt: borrowing AppReceipt, _ log: inout ObservationLog) {
    for position in receipt.purchases.indices {
      guard let id = receipt.purchases[position].productItemID, (id != 0) == isSandbox else {
        continue
      }
      let check = isSandbox ? "sandbox-with-store-id" : "production-without-store-id"
      note(check, ["purchase": String(position), "product_item_id": String(id)], &log)
    }
  }

  /// The order of the sets, and the attributes that every receipt has had since the first one known.
  private func shape(
    _ shape: PayloadShape, created: Instant?, _ log: inout ObservationLog
  ) {
    if !shape.isSorted { note("unsorted-payload", [:], &log) }
    if let position = shape.unsortedPurchase {
      note("unsorted-purchase", ["purchase": String(position)], &log)
    }
    guard let created, created >= Self.firstKnown else { return }
    let missing = PayloadShape.missing(PayloadShape.receiptTypes, from: shape.types)
    if !missing.isEmpty { note("missing-attributes", ["types": Self.list(missing, 0)], &log) }
    if let (position, types) = shape.incompletePurchase {
      let missing = PayloadShape.missing(PayloadShape.purchaseTypes, from: types)
      note(
        "missing-attributes", ["purchase": String(position), "types": Self.list(missing, 1700)],
        &log)
    }
  }

  private static func list(_ types: [Int], _ base: Int) -> String {
    types.map { String($0 + base) }.joined(separator: " ")
  }

  private func era(
    _ digest: DigestAlgorithm?, created: Instant?, _ log: inout ObservationLog
  ) {
    guard let created, let digest else { return }
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
