import Foundation
public import PostgreSQL

/// A database of a suite's own: made from a template, dropped with the last reference to it.
///
///     let database = try TestDatabase.migrated()
///     let connection = try database.connect()
///
/// Suites that have their own run side by side without seeing one another. Swift Testing makes a
/// suite's value anew for each test; a suite whose tests may share one keeps it in a static.
public final class TestDatabase: Sendable {
  /// Its name, a word of lower case letters, digits and underscores.
  public let name: String
  /// The connection string of it, as `receipt-audit -d` takes it.
  public let conninfo: String

  /// A database with nothing in it.
  public static func empty() throws -> TestDatabase {
    try TestDatabase(.empty)
  }

  /// A copy of the template.
  public init(_ template: DatabaseTemplate) throws {
    let source = try template.database()
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    name = "receipt_test_\(getpid())_\(random)"
    conninfo = try TestCluster.conninfo(database: name)
    try TestCluster.connect().execute("CREATE DATABASE \(name) TEMPLATE \(source)")
  }

  deinit {
    // A test that failed has said so; what is left behind, the next process drops.
    try? TestCluster.connect().execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
  }

  /// Settings for connections to it.
  public var settings: ConnectionSettings {
    ConnectionSettings(conninfo)
  }

  /// A new connection to it.
  public func connect() throws -> Connection {
    try Connection(settings)
  }
}
