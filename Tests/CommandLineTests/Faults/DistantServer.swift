import Foundation
import PostgreSQL
import TestSupport
import Testing

/// A server with receipts, and programs that reach it over the cable of a network.
struct DistantServer {
  let network: Network
  /// Does not go over the cable.
  let connection: Connection
  private let cluster: PrivateCluster

  init() throws {
    network = try Network()
    cluster = try PrivateCluster()
    try cluster.listen(
      on: network.address, hostRules: ["host all all \(network.address)/30 trust"])
    connection = try cluster.connect()
    try Shop.fill(cluster.conninfo, connection)
  }

  /// Starts receipt-audit beyond the cable.
  func start(
    _ words: [String], _ patience: Network.Patience, environment: [String: String] = [:]
  ) throws -> Tool.Running {
    let place = "host=\(network.address) port=5432 user=receipt_audit dbname=postgres"
    return try network.start(
      arguments(words, "\(place) \(patience.rawValue)"), environment: environment)
  }

  /// Starts receipt-audit on this side of the cable.
  func startNearby(_ words: [String], environment: [String: String] = [:]) throws -> Tool.Running {
    try Tool.audit.start(arguments(words, cluster.conninfo), environment: environment)
  }

  /// Runs again on this side of the cable, and to the end.
  func goOn(_ words: [String]) throws {
    var run = try startNearby(words).finish()
    // The server may not have learned yet that the session which holds the lock is gone.
    while run.status == 5 {
      usleep(200_000)
      run = try startNearby(words).finish()
    }
    #expect(run.status == 0, "\(run.errors)")
  }

  private func arguments(_ words: [String], _ conninfo: String) -> [String] {
    let asOf = words[0] == "run" ? ["--as-of", "2026-01-01"] : []
    return words + asOf + ["--trust-anchor", Shop.trustAnchor, "-d", conninfo]
  }

  /// Waits until a query finds so many rows, or the program has ended.
  func wait(for rows: Int, _ query: String, _ running: Tool.Running) throws {
    while try connection.query(query).count < rows, running.process.isRunning { usleep(2000) }
  }

  /// All tables are those of a run that nothing has disturbed.
  func expectUndisturbed() throws {
    let (expected, digests) = (try Shop.undisturbed.get(), try Shop.digests(connection))
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table)") }
  }
}
