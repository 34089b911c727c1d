/// One part of the report of a run: a question, the query that answers it, and how it is drawn.
struct SectionSpec: Sendable {
  let id: String
  /// Also the name of its sheet: at most 26 characters.
  let title: String
  /// What the numbers are, for who has not seen them before.
  let note: String
  let query: String
  var chart: ChartSpec?
  /// Rows that the page shows; the spreadsheet has all.
  var shownRows = 40

  /// Every part, in the order in which it is read.
  static let all: [SectionSpec] = [
    SectionSpec(
      id: "changes", title: "Changes",
      note: "Totals after this run, beside those after the published run before it.",
      query: "report/changes"),
    SectionSpec(
      id: "money", title: "Money at risk",
      note: "An estimate, for each currency by itself: what forged receipts claim and nothing "
        + "proves, what accounts beyond the first use of a shared transaction, and what was "
        + "refunded or revoked. Prices are those that Apple signed, else the list prices in "
        + "audit.product_prices; a line without a currency counts purchases that have neither.",
      query: "report/money"),
    SectionSpec(
      id: "verdicts", title: "Verdicts by month",
      note: "Receipts by the month in which they came in, the last 24 such months.",
      query: "report/verdicts_by_month",
      chart: ChartSpec(
        shape: .columns, category: "month",
        series: [
          "genuine", "forged", "untrusted", "test", "corrupt", "unsupported", "empty",
          "quarantined",
        ])),
    SectionSpec(
      id: "runs", title: "Runs",
      note: "Findings that each of the last 30 published runs found for the first time, and those "
        + "that it resolved.",
      query: "report/run_history",
      chart: ChartSpec(shape: .columns, category: "run_id", series: ["resolved", "new"])),
    SectionSpec(
      id: "rules", title: "Findings by rule",
      note: "New in this run, still open from before, and resolved by this run.",
      query: "report/rule_counts",
      chart: ChartSpec(
        shape: .bars, category: "rule", qualifier: "severity",
        series: ["still_open", "new", "resolved"])),
    SectionSpec(
      id: "accounts", title: "Top accounts",
      note: "The 20 accounts that most open findings speak against.",
      query: "report/top_accounts",
      chart: ChartSpec(shape: .bars, category: "account_id", series: ["warning", "critical"])),
    SectionSpec(
      id: "duplicates", title: "Repeated transactions",
      note: "Transactions of genuine receipts that were seen more than once. One account that "
        + "repeats its own is normal.",
      query: "report/duplicate_classes"),
    SectionSpec(
      id: "cancellations", title: "Cancellations by month",
      note: "Production purchases by the month of their cancellation. Upgraded ones went on as "
        + "another product.",
      query: "report/cancellations_by_month",
      chart: ChartSpec(
        shape: .columns, category: "month", series: ["upgraded", "refunded_or_revoked"])),
    SectionSpec(
      id: "expiries", title: "Expiries by month",
      note: "Production subscriptions that have run out, by the month in which they did.",
      query: "report/expiries_by_month",
      chart: ChartSpec(shape: .columns, category: "month", series: ["expired"])),
    SectionSpec(
      id: "product-months", title: "Products by month",
      note: "Cancellations and expiries by product and month, over the last year.",
      query: "report/product_months"),
    SectionSpec(
      id: "products", title: "Products",
      note: "The products with the most purchases. Restores and repeats count once.",
      query: "report/products"),
    SectionSpec(
      id: "environments", title: "Environments",
      note: "Where receipts say that they were made. Of receipts that are not genuine this is a "
        + "claim.",
      query: "report/environments",
      chart: ChartSpec(
        shape: .bars, category: "environment", series: ["genuine", "forged", "other"])),
    SectionSpec(
      id: "signers", title: "Signers",
      note: "The certificates that receipts are signed with, by the SHA-256 of each.",
      query: "report/signers"),
  ]
}

/// A part with its numbers.
struct ReportSection: Sendable {
  let spec: SectionSpec
  let table: RowTable
}
