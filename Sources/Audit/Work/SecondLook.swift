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

  /// Keys that are fetched at one time.
  private static let portion = 500

  /// Returns how many receipts have another result now.
  @discardableResult
  func perform() throws -> Int {
    try connection.query(JobStatement.settleCertificates.text)
    let issuers = try connection.query(JobStatement.carriedIssuers.text, [.int8(run.runID)])
    var anchors = options.anchors
    var isPoolNew = try isAnyGivenNew()
    for index in 0..<issuers.count {
      guard let der = try issuers[index].bytes("der") else { continue }
      anchors = try anchors.addingIntermediates(fileContents: der)
      if try issuers[index].bool("is_new") == true { isPoolNew = true }
    }
    guard anchors.hasIntermediates else { return 0 }
    // What earlier runs missed is still missing unless there is something new to find it by.
    try connection.query(
      JobStatement.incompleteReceipts.text, [.int8(run.runID), .bool(isPoolNew)])
    defer { try? connection.execute("close incomplete_receipts") }
    var judge: Judge?
    var changed = 0
    while true {
      let rows = try connection.query("fetch \(Self.portion) from incomplete_receipts")
      guard rows.count > 0 else { return changed }
      let keys = try (0..<rows.count).compactMap { try rows[$0].text("receipt_id") }
      let ready = try judge ?? Judge(self, anchors)
      judge = ready
      changed += try ready.judge(keys)
    }
  }

  /// Whether the operator gave a certificate that the last published run was not given.
  private func isAnyGivenNew() throws -> Bool {
    let rows = try connection.query(
      JobStatement.recordCertificates.text,
      [.int8(run.runID), .textArray(options.anchors.fingerprintsAtHand)])
    return try rows.count == 0 || rows[0].bool("are_known") != true
  }

  /// What the receipts are judged with, once it is known which certificates are at hand.
  private struct Judge {
    let run: RunRecord
    let fan: VerificationFan
    let writer: ResultWriter
    let chunks: ChunkReader
    let setAside: [String: SetAside]
    let connection: Connection
    let reader: Connection

    init(_ look: SecondLook, _ anchors: TrustAnchors) throws {
      run = look.run
      connection = look.connection
      fan = VerificationFan(
        verifier: ReceiptVerifier(anchors: anchors),
        findings: ReceiptFindings(apps: try AppCatalogue.load(connection)), slots: look.slots)
      writer = ResultWriter(run: run, slots: look.slots)
      let options = look.options
      chunks = ChunkReader(
        reader: SourceReader(view: look.view, maxReceiptSize: options.maxReceiptSize),
        source: look.source, budget: ByteBudget(limit: options.byteBudget), stop: options.stop)
      setAside = try SetAside.load(connection)
      reader = try AuditSession.open(look.source)
    }

    /// Returns how many of the receipts have another result now.
    func judge(_ keys: [String]) throws -> Int {
      try chunks.read(.keys(keys), setAside: setAside, reader) { rows in
        let judged = fan.judge(rows).filter { !Self.missing.contains($0.verification.reason) }
        if !judged.isEmpty { try write(judged) }
        return judged.count
      }
    }

    private static let missing: [Reason] = [.intermediateNotAvailable, .rootNotAvailable]

    private func write(_ judged: [JudgedReceipt]) throws {
      try connection.transaction {
        try connection.query(
          JobStatement.withdrawReceipts.text,
          [.int8(run.runID), .textArray(judged.map(\.row.receiptID))])
        try writer.write(judged, replacing: true, connection)
      }
    }
  }
}
