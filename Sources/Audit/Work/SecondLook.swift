import PostgreSQL
import ReceiptVerification

/// Judges once more, when all batches are done, the receipts whose chain ended for want of a
/// certificate: with those that other receipts carried at hand.
///
/// So the outcome does not depend on the order of rows. A certificate at hand is trusted no further
/// than one that came with the receipt: the path still has to end at a pinned anchor.
struct SecondLook {
  let run: RunRecord
  let view: SourceView
  let options: AuditOptions
  /// Where `audit.source` is read.
  let source: ConnectionSettings
  let connection: Connection
  let slots: SlotTable

  /// Receipts that are read and judged at one time.
  private static let portion = 500

  /// Returns how many receipts have another result now.
  @discardableResult
  func perform() throws -> Int {
    try connection.query(JobStatement.settleCertificates.text)
    let issuers = try connection.query(JobStatement.carriedIssuers.text, [.int8(run.runID)])
    var anchors = options.anchors
    var isPoolNew = anchors.hasIntermediates
    for index in 0..<issuers.count {
      guard let der = try issuers[index].bytes("der") else { continue }
      anchors = try anchors.addingIntermediates(fileContents: der)
      if try issuers[index].bool("is_new") == true { isPoolNew = true }
    }
    // What earlier runs missed is still missing unless there is something new to find it by.
    let rows = try connection.query(
      JobStatement.incompleteReceipts.text, [.int8(run.runID), .bool(isPoolNew)])
    let keys = try (0..<rows.count).compactMap { try rows[$0].text("receipt_id") }
    guard !keys.isEmpty, anchors.hasIntermediates else { return 0 }
    let fan = VerificationFan(
      verifier: ReceiptVerifier(anchors: anchors),
      findings: ReceiptFindings(apps: try AppCatalogue.load(connection)), slots: slots)
    let reader = try AuditSession.open(source)
    var changed = 0
    for start in stride(from: 0, to: keys.count, by: Self.portion) {
      let portion = Array(keys[start..<min(start + Self.portion, keys.count)])
      changed += try judge(portion, reader, fan)
    }
    return changed
  }

  private func judge(
    _ keys: [String], _ reader: Connection, _ fan: VerificationFan
  ) throws -> Int {
    try options.stop.check()
    let sourceReader = SourceReader(view: view, maxReceiptSize: options.maxReceiptSize)
    var stored: [SourceRow] = []
    try sourceReader.read(keys: keys, reader) { stored.append($0) }
    let missing: [Reason] = [.intermediateNotAvailable, .rootNotAvailable]
    let judged = fan.judge(stored).filter { !missing.contains($0.verification.reason) }
    guard !judged.isEmpty else { return 0 }
    try connection.transaction {
      try connection.query(
        JobStatement.withdrawReceipts.text,
        [.int8(run.runID), .textArray(judged.map(\.row.receiptID))])
      try ResultWriter(run: run, slots: slots).write(
        judged, replacing: true, connection)
    }
    return judged.count
  }
}
