/// The short lists that commands show, each a file in `sql/report/`.
public enum Report: String, Sendable, CaseIterable {
  case runs, status, rules, quarantine

  /// The list's query.
  public var listing: Listing { Listing(SQLFile.query("report/\(rawValue)")) }
}
