internal import CPostgreSQL
import Foundation

/// How to reach a database, in libpq's own keywords and values.
///
/// Whatever is not given comes from where libpq takes it: `PG*` variables, service file, passfile
/// (PostgreSQL manual, "Database Connection Control Functions").
public struct ConnectionSettings: Sendable {
  /// Later ones win, and what a connection string holds wins over what stands before it.
  let parameters: [(keyword: String, value: String)]

  /// - Parameters:
  ///   - database: a database name, a conninfo string or a URI; nil for libpq's default.
  ///   - overrides: keywords that win over those of the string, such as `host` for `-h`.
  public init(_ database: String? = nil, overrides: [(keyword: String, value: String)] = []) {
    var parameters = [(keyword: "fallback_application_name", value: "receipt-audit")]
    if ProcessInfo.processInfo.environment["PGCONNECT_TIMEOUT"] == nil {
      parameters.append(("connect_timeout", "10"))
    }
    parameters += Self.deadPeer
    if let database { parameters.append(("dbname", database)) }
    self.parameters = parameters + overrides
  }

  /// A peer that is gone without a word is noticed within about a minute, while waiting for its
  /// answer (keepalives) and while sending to it (tcp_user_timeout, in milliseconds).
  private static let deadPeer = [
    (keyword: "keepalives", value: "1"), (keyword: "keepalives_idle", value: "30"),
    (keyword: "keepalives_interval", value: "10"), (keyword: "keepalives_count", value: "3"),
    (keyword: "tcp_user_timeout", value: "60000"),
  ]

  /// Whether there is a connection string that libpq cannot take apart. What it then says quotes the
  /// string, and with it a password.
  var isUnreadable: Bool {
    guard let text = parameters.first(where: { $0.keyword == "dbname" })?.value,
      text.contains("=") || text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    else { return false }
    guard let options = PQconninfoParse(text, nil) else { return true }
    PQconninfoFree(options)
    return false
  }
}
