import PostgreSQL
import ReceiptVerification

/// Writes what was found out about receipts, in the open transaction of their batch.
struct ResultWriter: Sendable {
  let run: RunRecord
  let slots: SlotTable
  private let certificates = KnownCertificates()

  init(run: RunRecord, slots: SlotTable) {
    self.run = run
    self.slots = slots
  }

  /// Retires what was said of these receipts before, where there may be anything, then adds the new
  /// rows by binary COPY.
  func write(
    _ judged: [JudgedReceipt], replacing: Bool, _ connection: Connection
  ) throws {
    if replacing { try supersede(judged, connection) }
    try slots.withSlot { slot in try copy(judged, connection, slot) }
  }

  /// Takes back what this run itself said of the receipts before.
  func withdraw(_ judged: [JudgedReceipt], _ connection: Connection) throws {
    try findByKey(connection)
    try connection.query(
      JobStatement.withdrawReceipts.text,
      [.int8(run.runID), .textArray(judged.map(\.row.receiptID))])
  }

  private func copy(
    _ judged: [JudgedReceipt], _ connection: Connection, _ slot: SlotTable.Slot
  ) throws {
    try connection.copyIn(ReceiptColumns.table, columns: ReceiptColumns.names) { writer in
      for receipt in judged {
        slot.enter(receipt.row.receiptID, .writing)
        try writer.row { row in ReceiptColumns.write(receipt, run, &row) }
      }
    }
    try connection.copyIn(TransactionColumns.table, columns: TransactionColumns.names) { writer in
      for receipt in judged {
        slot.enter(receipt.row.receiptID, .writing)
        for (position, purchase) in receipt.purchases.enumerated() {
          try writer.row { row in
            TransactionColumns.write(purchase, position: position, of: receipt, run, &row)
          }
        }
      }
    }
    try writeTokens(judged, connection)
    try connection.copyIn(FindingColumns.table, columns: FindingColumns.names) { writer in
      for receipt in judged {
        slot.enter(receipt.row.receiptID, .writing)
        for finding in receipt.findings {
          try writer.row { row in FindingColumns.write(finding, of: receipt, run, &row) }
        }
      }
    }
  }

  /// What only some formats have; most batches have none of it, and save the round trips.
  private func writeTokens(_ judged: [JudgedReceipt], _ connection: Connection) throws {
    let renewing = judged.filter { !$0.renewals.isEmpty }
    if !renewing.isEmpty {
      try connection.copyIn(RenewalColumns.table, columns: RenewalColumns.names) { writer in
        for receipt in renewing {
          for (position, renewal) in receipt.renewals.enumerated() {
            try writer.row { row in
              RenewalColumns.write(renewal, position: position, of: receipt, run, &row)
            }
          }
        }
      }
    }
    let notifying = judged.filter { $0.notification != nil }
    if !notifying.isEmpty {
      try connection.copyIn(NotificationColumns.table, columns: NotificationColumns.names) {
        writer in
        for receipt in notifying {
          guard let notification = receipt.notification else { continue }
          try writer.row { row in
            NotificationColumns.write(notification, of: receipt, run, &row)
          }
        }
      }
    }
    let carried = try certificates.missing(among: judged, connection)
    guard !carried.isEmpty else { return }
    try connection.copyIn(CertificateColumns.table, columns: CertificateColumns.names) { writer in
      for certificate in carried {
        try writer.row { row in CertificateColumns.write(certificate, run, &row) }
      }
    }
  }

  /// Makes a receipt's rows, and drops them.
  func encode(_ judged: JudgedReceipt, _ slot: SlotTable.Slot) {
    slot.enter(judged.row.receiptID, .writing)
    var row = CopyRowWriter()
    ReceiptColumns.write(judged, run, &row)
    for (position, purchase) in judged.purchases.enumerated() {
      TransactionColumns.write(purchase, position: position, of: judged, run, &row)
    }
    for finding in judged.findings { FindingColumns.write(finding, of: judged, run, &row) }
  }

  private func supersede(_ judged: [JudgedReceipt], _ connection: Connection) throws {
    try findByKey(connection)
    let keys = Value.textArray(judged.map(\.row.receiptID))
    let statements: [JobStatement] = [
      .supersedeReceipts, .supersedeTransactions, .supersedeDocuments, .supersedeFindings,
    ]
    for statement in statements {
      try connection.query(statement.text, [.int8(run.runID), keys])
    }
  }

  /// Hundreds of keys look like half of the table to the planner, and are next to nothing of it; and
  /// what this run has written is not in the index by ranges of blocks yet.
  private func findByKey(_ connection: Connection) throws {
    try connection.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
  }
}
