import Foundation
public import PostgreSQL

/// A database that is prepared once and then copied for each suite.
///
/// Each process has a template of its own, named by its process identifier: what a process builds
/// from is what that process was compiled with. Templates of processes that are gone are dropped
/// by the next one.
public final class DatabaseTemplate: Sendable {
  /// An empty database.
  public static let empty = DatabaseTemplate(name: "empty") { _ in }

  private let name: String
  private let prepare: @Sendable (Connection) throws -> Void
  private let prepared = Once()

  /// `prepare` fills the template, on first use; if it throws, so does every use.
  ///
  /// - Parameter name: what tells this template from the others of the process: a word of lower
  ///   case letters.
  public init(name: String, prepare: @escaping @Sendable (Connection) throws -> Void) {
    self.name = "receipt_template_\(name)_\(getpid())"
    self.prepare = prepare
  }

  /// The template's database name; it is there when this returns.
  func database() throws -> String {
    try prepared.run {
      let cluster = try TestCluster.connect()
      try Self.dropLeftovers(cluster)
      try cluster.execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
      try cluster.execute("CREATE DATABASE \(name) TEMPLATE template0")
      let settings = ConnectionSettings(try TestCluster.conninfo(database: name))
      try prepare(Connection(settings))
      // The template must have no session while it is copied: the one above ended here.
    }
    return name
  }

  /// Drops what earlier processes left: a process cannot drop its template at its own end, since
  /// nothing of ours runs then.
  private static func dropLeftovers(_ cluster: Connection) throws {
    let rows = try cluster.query(
      "SELECT datname::text FROM pg_database WHERE datname ~ '^receipt_(test|template)_.*_[0-9]+'")
    for index in 0..<rows.count {
      guard let database = try rows[index].text("datname"),
        let process = database.split(separator: "_").dropFirst(2).lazy.compactMap({ pid_t($0) })
          .first,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try cluster.execute("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
    }
  }
}

/// Runs a body once; those who come meanwhile wait, and all get its outcome.
private final class Once: @unchecked Sendable {
  // The lock guards `outcome`.
  private let lock = NSLock()
  private var outcome: Result<Void, any Error>?

  func run(_ body: () throws -> Void) throws {
    try lock.withLock {
      let outcome = outcome ?? Result { try body() }
      self.outcome = outcome
      return outcome
    }.get()
  }
}
