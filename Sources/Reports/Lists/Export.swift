/// The lists that are exported out of the published audit tables, each a file in `sql/export/`.
public enum Export: String, Sendable, CaseIterable {
  case findings, forged, duplicates, cancellations, expired, accounts

  /// What it lists, as an object of "write".
  public var description: String {
    switch self {
    case .findings: "every finding, open and resolved, that nobody has settled"
    case .forged: "the receipts that are forged"
    case .duplicates: "the transactions seen more than once"
    case .cancellations: "the cancelled purchases"
    case .expired: "the subscriptions that have run out by what their receipts say"
    case .accounts: "the accounts, with what was found of each"
    }
  }

  /// What its rows can be chosen by.
  public enum Criterion: Sendable { case since, rule, severity, app, account }

  public var criteria: Set<Criterion> {
    switch self {
    case .findings, .accounts: [.since, .rule, .severity, .app, .account]
    case .duplicates: [.since, .severity, .app, .account]
    case .forged, .cancellations, .expired: [.since, .app, .account]
    }
  }

  /// What `since` looks at.
  public var sinceMeaning: String {
    switch self {
    case .findings: "first found by a run as of this time or later"
    case .forged, .accounts: "received at this time or later"
    case .duplicates: "last seen at this time or later"
    case .cancellations: "cancelled at this time or later"
    case .expired: "expired at this time or later"
    }
  }

  /// The list's query.
  public func listing(_ filter: ListFilter = ListFilter()) -> Listing {
    Listing(SQLFile.query("export/\(rawValue)"), filter: filter)
  }
}
