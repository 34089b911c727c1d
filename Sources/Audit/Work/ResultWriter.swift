import PostgreSQL
import ReceiptVerification

/// Writes what was found out about receipts, in the open transaction of their batch.
struct ResultWriter: Sendable {
  let run: RunRecord

  /// Retires what earlier runs said of these receipts, then adds the new rows by binary COPY.
  func write(_ judged: [JudgedReceipt], _ connection: Connection) throws {
    if run.supersedes { try supersede(judged, connection) }
    try connection.copyIn(ReceiptColumns.table, columns: ReceiptColumns.names) { writer in
      for receipt in judged {
        try writer.row { row in ReceiptColumns.write(receipt, run, &row) }
      }
    }
    try connection.copyIn(TransactionColumns.table, columns: TransactionColumns.names) { writer in
      for receipt in judged {
        for (position, purchase) in receipt.purchases.enumerated() {
          try writer.row { row in
            TransactionColumns.write(purchase, position: position, of: receipt, run, &row)
          }
        }
      }
    }
    try connection.copyIn(FindingColumns.table, columns: FindingColumns.names) { writer in
      for receipt in judged {
        for finding in receipt.findings {
          try writer.row { row in FindingColumns.write(finding, of: receipt, run, &row) }
        }
      }
    }
  }

  private func supersede(_ judged: [JudgedReceipt], _ connection: Connection) throws {
    let keys = Value.textArray(judged.map(\.row.receiptID))
    let statements: [JobStatement] = [
      .supersedeReceipts, .supersedeTransactions, .supersedeFindings,
    ]
    for statement in statements {
      try connection.query(statement.text, [.int8(run.runID), keys])
    }
  }
}
