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
  static let all: [SectionSpec] = tonight + overTime + suspects + business + system

  /// What there is to act on, and how much it is about.
  private static let tonight: [SectionSpec] = [
    SectionSpec(
      id: "since", title: "Since the last run",
      note: "Findings that this run found for the first time, those that were there before, and "
        + "those whose cause is gone. Settled are the ones that people have judged: they are in no "
        + "count of open findings.",
      query: "report/since_last_run",
      chart: ChartSpec(
        shape: .bars, category: "change", series: ["critical", "warning", "info", "settled"])),
    SectionSpec(
      id: "money", title: "Money at risk (estimate)",
      note: "An estimate, for each currency by itself: what forged receipts claim and nothing "
        + "proves, what accounts beyond the first use of a shared transaction, and what was "
        + "refunded or revoked. Prices are those that Apple signed, else the list prices in "
        + "audit.product_prices; a line without a currency counts purchases that have neither. "
        + "What people have settled is not at risk. The picture counts purchases, not money.",
      query: "report/money",
      chart: ChartSpec(
        shape: .bars, category: "cause", qualifier: "currency", series: ["purchases"])),
    SectionSpec(
      id: "rules", title: "Findings by rule",
      note: "New in this run, still open from before, and resolved by this run.",
      query: "report/rule_counts",
      chart: ChartSpec(
        shape: .bars, category: "rule", qualifier: "severity",
        series: ["still_open", "new", "resolved"])),
    SectionSpec(
      id: "flips", title: "Changed verdicts",
      note: "Receipts whose verdict or reason is another than before, by the cause: new data is "
        + "another stored value; new rules and new anchors are changes of this program and its "
        + "settings.",
      query: "report/flips",
      chart: ChartSpec(
        shape: .bars, category: "flip", qualifier: "cause", series: ["receipts"], shown: 12)),
    SectionSpec(
      id: "judgements", title: "Settled by people",
      note: "Findings by what people decided about them: accepted and false positives are silent "
        + "until a date or for good, escalated ones go on to be shown.",
      query: "report/judgements",
      chart: ChartSpec(
        shape: .bars, category: "disposition", series: ["shown", "silent", "resolved"])),
    SectionSpec(
      id: "judged-findings", title: "Judged findings",
      note: "Who decided what, and until when; a judgement without a date holds for good.",
      query: "report/judged_findings"),
    SectionSpec(
      id: "changes", title: "Totals",
      note: "Totals after this run, beside those after the published run before it.",
      query: "report/changes"),
  ]

  private static let overTime: [SectionSpec] = [
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
  ]

  private static let suspects: [SectionSpec] = [
    SectionSpec(
      id: "accounts", title: "Top accounts",
      note: "The 20 accounts that most open findings speak against.",
      query: "report/top_accounts",
      chart: ChartSpec(
        shape: .bars, category: "account_id", series: ["critical", "warning"], shown: 10)),
    SectionSpec(
      id: "clusters", title: "Account clusters",
      note:
        "Accounts that shared lineages of transactions, signed payloads or downloads of the app "
        + "tie together, directly or through one another: the 20 largest. A household shares too; "
        + "findings say what is too much.",
      query: "report/clusters",
      chart: ChartSpec(shape: .bars, category: "cluster_id", series: ["accounts"], shown: 10)),
    SectionSpec(
      id: "duplicates", title: "Repeated transactions",
      note: "Transactions of genuine receipts that were seen more than once. One account that "
        + "repeats its own is normal.",
      query: "report/duplicate_classes"),
  ]

  private static let business: [SectionSpec] = [
    SectionSpec(
      id: "cancellations", title: "Cancellations by month",
      note: "Production purchases by the month of their cancellation. Upgraded ones went on as "
        + "another product. Refunds of consumables do not show in receipts, and others only in "
        + "receipts that were made after them.",
      query: "report/cancellations_by_month",
      chart: ChartSpec(
        shape: .columns, category: "month", series: ["upgraded", "refunded_or_revoked"])),
    SectionSpec(
      id: "expiries", title: "Expiries by month",
      note:
        "Production subscriptions that have run out by what their receipts say, by the month in "
        + "which they did. Grace periods and renewals to come are not in receipts.",
      query: "report/expiries_by_month",
      chart: ChartSpec(shape: .columns, category: "month", series: ["expired"])),
    SectionSpec(
      id: "product-year", title: "Lost by product",
      note: "Cancellations and expiries by product, over the last year.",
      query: "report/product_year",
      chart: ChartSpec(
        shape: .bars, category: "product_id", qualifier: "bundle_id",
        series: ["upgraded", "refunded_or_revoked", "expired"], shown: 12)),
    SectionSpec(
      id: "product-months", title: "Products by month",
      note: "Cancellations and expiries by product and month, over the last year.",
      query: "report/product_months"),
    SectionSpec(
      id: "products", title: "Products",
      note: "The products with the most purchases. Restores and repeats count once.",
      query: "report/products",
      chart: ChartSpec(
        shape: .bars, category: "product_id", qualifier: "environment", series: ["purchases"],
        shown: 12)),
  ]

  private static let system: [SectionSpec] = [
    SectionSpec(
      id: "environments", title: "Environments",
      note: "Where receipts say that they were made. Of receipts that are not genuine this is a "
        + "claim.",
      query: "report/environments",
      chart: ChartSpec(
        shape: .bars, category: "environment", series: ["genuine", "forged", "other"])),
    SectionSpec(
      id: "signers", title: "Signers",
      note: "The certificates that receipts are signed with, by the SHA-256 of each, and the run "
        + "that first proved a receipt by it.",
      query: "report/signers",
      chart: ChartSpec(
        shape: .bars, category: "signer_sha256", series: ["genuine", "forged", "other"])),
    SectionSpec(
      id: "guard", title: "Systemic guard",
      note: "Verdicts that move wholesale are a failure of the host, the rules or the anchors far "
        + "more often than fraud: such a run is held, and readers see no change until a person "
        + "decides.",
      query: "report/guard"),
  ]
}

/// A part with its numbers.
struct ReportSection: Sendable {
  let spec: SectionSpec
  let table: RowTable
}
