import TestSupport
import Testing

/// A shop behind a proxy, and programs that reach it over the cable of a network.
final class DistantShop {
  let shop: Shop
  let network: Network
  let proxy: CuttingProxy

  /// - Parameter moment: at which the cable is pulled.
  init(pullingCable moment: CuttingProxy.Moment? = nil) throws {
    shop = try Shop()
    let network = try Network()
    self.network = network
    proxy = try CuttingProxy(cuts: moment.map { [$0] } ?? [], over: .tcp, at: network.address) {
      do { try network.pullCable() } catch { Issue.record(error) }
    }
  }

  deinit { proxy.hangUp() }

  /// Starts receipt-audit beyond the cable.
  ///
  /// - Parameter host: the name by which it knows the shop; nil: the address.
  func start(_ words: [String], host: String? = nil) throws -> Tool.Running {
    var conninfo = "\(proxy.conninfo(shop.database)) \(Network.Patience.short.rawValue)"
    if let host { conninfo += " host=\(host)" }
    return try network.start(shop.arguments(words) + ["-d", conninfo])
  }

  /// All tables are those of a run that nothing has disturbed.
  func expectUndisturbed() throws {
    let (expected, digests) = (try Shop.undisturbed.get(), try shop.digests())
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table)") }
  }
}
