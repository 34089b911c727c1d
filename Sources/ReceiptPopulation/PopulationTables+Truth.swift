import PostgreSQL
import ReceiptForge

extension PopulationTables {
  /// The truth across receipts: transactions, cancellations, lineages, accounts and findings.
  func fillTruths(_ truths: [CaseTruth]) throws {
    try copy(
      "transaction_truth",
      [
        "environment", "bundle_id", "transaction_id", "label", "class", "receipts", "accounts",
        "first_seen", "last_seen",
      ], truths.flatMap { truth in truth.transactions.map { (truth.label, $0) } }
    ) { row, fields in
      let (label, transaction) = row
      fields.text(transaction.environment)
      fields.text(transaction.bundleID)
      fields.text(transaction.transactionID)
      fields.text(label)
      fields.text(transaction.repetition)
      fields.int8(Int64(transaction.receipts))
      fields.int8(Int64(transaction.accounts))
      fields.seconds(transaction.firstSeen)
      fields.seconds(transaction.lastSeen)
    }
    try fillCancellations(truths)
    try fillLineages(truths)
    try fillAccounts(truths)
    try copy(
      "finding_truth", ["rule", "severity", "subject", "label"],
      truths.flatMap { truth in truth.findings.map { (truth.label, $0) } }
    ) { row, fields in
      let (label, finding) = row
      fields.text(finding.rule)
      fields.text(finding.severity)
      fields.text(finding.subject)
      fields.text(label)
    }
  }

  private func fillCancellations(_ truths: [CaseTruth]) throws {
    try copy(
      "cancellation_truth",
      [
        "environment", "bundle_id", "product_id", "transaction_id", "original_transaction_id",
        "web_order_line_item_id", "purchase_date", "cancellation_date", "account_id", "receipt_id",
        "kind",
      ], truths.flatMap(\.cancellations)
    ) { cancellation, fields in
      fields.text(cancellation.environment)
      fields.text(cancellation.bundleID)
      fields.text(cancellation.productID)
      fields.text(cancellation.transactionID)
      fields.text(cancellation.originalTransactionID)
      fields.int8(cancellation.lineItem)
      fields.seconds(cancellation.purchasedAt)
      fields.seconds(cancellation.cancelledAt)
      fields.text(cancellation.accountID)
      fields.int8(cancellation.receiptID)
      fields.text(cancellation.kind)
    }
  }

  private func fillLineages(_ truths: [CaseTruth]) throws {
    try copy(
      "lineage_truth",
      [
        "environment", "bundle_id", "original_transaction_id", "product_id", "account_id",
        "receipt_id", "state", "started_at", "expires_date", "in_trial",
      ], truths.flatMap(\.lineages)
    ) { lineage, fields in
      fields.text(lineage.environment)
      fields.text(lineage.bundleID)
      fields.text(lineage.originalTransactionID)
      fields.text(lineage.productID)
      fields.text(lineage.accountID)
      fields.int8(lineage.receiptID)
      fields.text(lineage.state)
      fields.seconds(lineage.startedAt)
      fields.seconds(lineage.expiresAt)
      fields.bool(lineage.isInTrial)
    }
  }

  private func fillAccounts(_ truths: [CaseTruth]) throws {
    try copy(
      "account_truth", ["account_id", "label", "is_fraud", "cluster_id", "cluster_accounts"],
      truths.flatMap { truth in truth.accounts.map { (truth, $0) } }
    ) { row, fields in
      let (truth, account) = row
      fields.text(account.accountID)
      fields.text(truth.label)
      fields.bool(truth.isFraud)
      fields.text(account.clusterID)
      fields.int8(account.clusterAccounts.map(Int64.init))
    }
  }
}
