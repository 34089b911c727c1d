/// One option of the command line, as it is written, parsed and explained.
struct Option: Sendable {
  /// Without its two dashes.
  let long: String
  let short: Character?
  /// What the value is called in the help; nil for an option that takes none.
  let value: String?
  /// Whether it may be given more than once; otherwise the last one counts.
  let repeats: Bool
  let help: String

  init(
    _ long: String, short: Character? = nil, value: String? = nil, repeats: Bool = false,
    help: String
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.repeats = repeats
    self.help = help
  }
}

extension Option {
  static let help = Option("help", help: "Show this text and end.")
  static let version = Option(
    "version", help: "Show the versions of the tool, OpenSSL and libpq and end.")
  static let json = Option("json", help: "Write JSON on standard output.")

  static let database = Option(
    "dbname", short: "d", value: "DATABASE", help: "Name, conninfo string or URI of the database.")
  static let host = Option(
    "host", short: "h", value: "HOST", help: "Host name, or directory of the Unix socket.")
  static let port = Option("port", short: "p", value: "PORT", help: "Port of the server.")
  static let user = Option("username", short: "U", value: "USER", help: "Database user.")

  static let everywhere = [json, help]
  static let connection = [database, host, port, user]

  static let asOf = Option(
    "as-of", value: "TIME",
    help: "Judge expiry at this time, such as 2026-01-31 or\n2026-01-31T06:00:00Z. Default: now.")
  static let full = Option("full", help: "Verify every receipt again, not only what is new.")
  static let dryRun = Option("dry-run", help: "Say what a run would do, and write nothing.")
  static let limit = Option(
    "limit", value: "RECEIPTS", help: "Stop planning after this many receipts.")
  static let jobs = Option(
    "jobs", value: "N", help: "Database lanes at work at once. Default: by the processors.")
  static let processes = Option(
    "processes", value: "N", help: "Worker processes that the lanes are spread over. Default: 1.")
  static let lease = Option(
    "lease", value: "SECONDS",
    help: "A worker that is silent for so long loses its batches to\nothers. Default: 60.")
  static let receiptTimeout = Option(
    "receipt-timeout", value: "SECONDS",
    help: "Set a receipt aside that takes longer. Default: 60.")
  static let runID = Option("run", value: "ID", help: "The run, as `receipt-audit runs` lists it.")
  static let batchSize = Option(
    "batch-size", value: "RECEIPTS", help: "Receipts whose results are committed together.")
  static let trustAnchor = Option(
    "trust-anchor", value: "FILE", repeats: true,
    help: "Trust these root certificates (DER or PEM) beside\nApple's. May be repeated.")
  static let intermediate = Option(
    "intermediate", value: "FILE", repeats: true,
    help: "Have these certificates (DER or PEM) at hand for receipts that\n"
      + "do not carry theirs; they are not trusted. May be repeated.")
  static let failOn = Option(
    "fail-on", value: "SEVERITY",
    help: "Exit with 4 when a finding of this severity or a higher one is open:\n"
      + "info, warning or critical.")
  static let maxReceiptSize = Option(
    "max-receipt-size", value: "BYTES",
    help: "Set larger receipts aside unread; takes k, M and G. Default: 16M.")
  static let source = Option(
    "source", value: "CONNINFO", help: "Read receipts from this database, such as a replica.")
  static let from = Option(
    "from", value: "KEY", help: "Audit receipts with this receipt_id and those after it only.")
  static let to = Option(
    "to", value: "KEY", help: "Audit receipts with this receipt_id and those before it only.")
  static let maxRuntime = Option(
    "max-runtime", value: "SECONDS",
    help: "End with 7 after this time; the next run goes on from there.\nTakes s, m and h.")
  static let guardLimit = Option(
    "guard", value: "PERCENT",
    help: "Hold the run when verdicts move by more than this against the last\n"
      + "published one, or off. Default: 10.")
  static let retryBudget = Option(
    "retry-budget", value: "SECONDS",
    help:
      "End with 6 when the database is out of reach for this long.\nTakes s, m and h. Default: 5m.")
  static let summary = Option(
    "summary", value: "FILE",
    help: "Write the summary of the run to this file: .txt, .csv, or else JSON.")
  static let metrics = Option(
    "metrics", value: "FILE",
    help: "Write metrics to this file, for the textfile collector of Prometheus'\nnode exporter.")
  static let inspectFormat = Option(
    "format", value: "FORMAT", help: "text (default), json or verify-receipt.")
  static let endpoint = Option(
    "endpoint", value: "NAME",
    help:
      "With --format verify-receipt: answer as the endpoint of\nproduction or sandbox, which refused the other's receipts."
  )
  static let exportFormat = Option(
    "format", value: "FORMAT",
    help: "csv (default, safe to open in a spreadsheet), jsonl or xlsx.")
}
