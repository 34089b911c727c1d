/// How much a finding matters.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  case info, warning, critical

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .critical: 2
    }
  }
}
