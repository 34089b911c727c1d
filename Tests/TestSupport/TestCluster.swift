import Foundation
public import PostgreSQL

/// The PostgreSQL cluster that tests run against: RECEIPT_TEST_DATABASE names it, as a conninfo
/// string or a URI of a role that may create databases.
///
/// A test without a cluster fails; it is never skipped, since a green run must mean that the
/// database was there.
public enum TestCluster {
  /// The environment does not say where the cluster is.
  public struct Missing: Error, CustomStringConvertible {
    public var description: String {
      "RECEIPT_TEST_DATABASE is not set: run ./jobs/test, which starts a private cluster"
    }
  }

  /// What RECEIPT_TEST_DATABASE says.
  public static func conninfo() throws -> String {
    guard let text = ProcessInfo.processInfo.environment["RECEIPT_TEST_DATABASE"], !text.isEmpty
    else { throw Missing() }
    return text
  }

  /// The same with another database: in both forms, libpq lets the last mention win.
  public static func conninfo(database: String) throws -> String {
    let text = try conninfo()
    guard text.contains("://") else { return "\(text) dbname=\(database)" }
    return "\(text)\(text.contains("?") ? "&" : "?")dbname=\(database)"
  }

  /// A connection to the database that RECEIPT_TEST_DATABASE names, for making others.
  public static func connect() throws -> Connection {
    try Connection(ConnectionSettings(conninfo()))
  }
}
