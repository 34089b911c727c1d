import Audit
import PostgreSQL

/// The connection that a call asks for, in libpq's own terms.
enum DatabaseOptions {
  static func settings(_ arguments: Arguments) -> ConnectionSettings {
    let options: [(Option, keyword: String)] = [(.host, "host"), (.port, "port"), (.user, "user")]
    let overrides = options.compactMap { option, keyword in
      arguments.value(option).map { (keyword, $0) }
    }
    return ConnectionSettings(arguments.value(.database), overrides: overrides)
  }

  static func connect(_ arguments: Arguments) throws -> Connection {
    try AuditSession.open(settings(arguments))
  }
}
