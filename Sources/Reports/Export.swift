/// The lists that are exported out of the published audit tables, each a file in `sql/export/`.
public enum Export: String, Sendable, CaseIterable {
  case findings, forged, duplicates, cancellations, expired

  /// What it lists, as an object of "write".
  public var description: String {
    switch self {
    case .findings: "every open finding"
    case .forged: "the receipts that are forged"
    case .duplicates: "the transactions seen more than once"
    case .cancellations: "the cancelled purchases"
    case .expired: "the subscriptions that have run out"
    }
  }

  /// The list's query.
  public var listing: Listing { Listing(SQLFile.query("export/\(rawValue)")) }
}
