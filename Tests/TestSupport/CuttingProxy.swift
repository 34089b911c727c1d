import Foundation
import Glibc
public import PostgreSQL

/// Stands between a client and the test cluster, and cuts connections at chosen moments, as a network
/// does: neither side is told why. Or it cuts nothing then, and lets the network fall silent.
///
/// It listens on a Unix socket in a directory of its own, or on a TCP port, and passes octets on in
/// both directions, to a Unix socket, through which a server offers no encryption.
public final class CuttingProxy: @unchecked Sendable {
  // Sendable: what changes is only touched under `lock`.

  /// A moment of a session that reads receipts, writes results, or publishes a run.
  public enum Moment: Sendable, CaseIterable {
    /// Rows are on their way out.
    case duringCopyOut
    /// Rows are on their way in.
    case duringCopyIn
    /// All rows are in, and COMMIT is not on its way yet.
    case beforeCommit
    /// COMMIT has reached the server, and its answer does not come back.
    case duringCommit
    /// The same of the COMMIT by which readers see the run.
    case duringPublication
  }

  /// How the client is reached.
  public enum Transport: Sendable, CaseIterable {
    /// A cut is an end of what there is to read.
    case unixSocket
    /// A cut is a reset.
    case tcp
  }

  private let directory: URL
  private let listener: Int32
  private let transport: Transport
  /// The TCP port that it listens on; 0 without one.
  public let port: UInt16
  private let upstream: String
  private let address: String
  private let lock = NSLock()
  private var cuts: [Moment]
  /// What makes the network fall silent; nil: connections are cut.
  private let silence: (@Sendable () -> Void)?
  /// Octets a second from the client to the server; nil without a limit.
  private let throttle: Int?
  /// The beginning of what clients have sent.
  private var sent: [UInt8] = []
  private var relayed = 0
  private var heldBack = 0
  private var sessions: [ProxySession] = []
  private var silenced: [ProxySession] = []

  /// - Parameters:
  ///   - cuts: are made one after the other, each once, in the first session that gets there.
  ///   - address: where a TCP port listens.
  ///   - silence: is called in the place of each cut, and has to see to it that nothing gets through to
  ///     clients, or from them, any more. The session is left as it stands: the server learns nothing.
  public init(
    cuts: [Moment] = [], throttle: Int? = nil, over transport: Transport = .unixSocket,
    at address: String = "127.0.0.1", silence: (@Sendable () -> Void)? = nil
  ) throws {
    self.cuts = cuts
    self.throttle = throttle
    self.transport = transport
    self.address = address
    self.silence = silence
    let cluster = try TestCluster.connect()
    upstream = cluster.host + "/.s.PGSQL.5432"
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("proxy-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let path = directory.appendingPathComponent(".s.PGSQL.5432").path
    switch transport {
    case .unixSocket:
      listener = try ProxySocket.listen(path)
      port = 0
    case .tcp: (listener, port) = try ProxySocket.listen(at: address)
    }
    let descriptor = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0, let self else { return }
        self.serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(at: directory)
  }

  /// The connection string of a database through the proxy.
  public func conninfo(_ database: TestDatabase) -> String {
    switch transport {
    case .unixSocket: "\(database.conninfo) host=\(directory.path)"
    case .tcp: "\(database.conninfo) host=\(address) port=\(port)"
    }
  }

  /// Settings for connections to a database through the proxy.
  public func settings(_ database: TestDatabase) -> ConnectionSettings {
    ConnectionSettings(conninfo(database))
  }

  /// Cuts that were not made yet.
  public var remaining: Int { lock.withLock { cuts.count } }

  /// What clients have sent, the first 64 KB at least.
  public var octetsFromClients: [UInt8] { lock.withLock { sent } }

  /// How many octets have been passed on to the server.
  public var passed: Int { lock.withLock { relayed } }

  /// Whether a client is made to wait for the throttle now.
  public var isHoldingBack: Bool { lock.withLock { heldBack > 0 } }

  /// What the server has said in silenced sessions, which nobody has heard.
  public var unheard: [UInt8] { lock.withLock { silenced }.flatMap(\.unheard) }

  /// Ends all sessions, also those that the server has not learned to be lost.
  public func hangUp() {
    for session in lock.withLock({ sessions }) { session.cut() }
  }

  private func serve(_ client: Int32) {
    guard let server = ProxySocket.connect(upstream) else {
      close(client)
      return
    }
    let session = ProxySession(client: client, server: server, resets: transport == .tcp)
    lock.withLock { sessions.append(session) }
    Thread.detachNewThread { self.forward(session) }
    Thread.detachNewThread { self.back(session) }
  }

  /// From the client to the server, message by message as far as the moments need it.
  private func forward(_ session: ProxySession) {
    defer { session.leave() }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var (hasCopied, publishes) = (false, false)
    while true {
      let count = read(session.client, &buffer, buffer.count)
      // What comes of a silenced session still was under way before.
      if session.isMute { return }
      guard count > 0 else { break }
      let octets = buffer[..<count]
      lock.withLock { if sent.count < 64 << 10 { sent += octets } }
      if contains(octets, "TO STDOUT") { session.readsRows = true }
      let copies = contains(octets, "FROM STDIN")
      if hasCopied, !copies, take(.duringCopyIn) { return fail(session) }
      hasCopied = hasCopied || copies
      publishes = publishes || contains(octets, "update audit_data.published")
      if contains(octets, "COMMIT") {
        if hasCopied, take(.beforeCommit) { return fail(session) }
        if hasCopied, take(.duringCommit) { return fail(session, sending: octets) }
        if publishes, take(.duringPublication) { return fail(session, sending: octets) }
      }
      pass(octets, session)
    }
    session.cut()
  }

  /// Passes octets on to the server, no more of them a second than the throttle allows.
  private func pass(_ octets: ArraySlice<UInt8>, _ session: ProxySession) {
    session.send(octets)
    lock.withLock { relayed += octets.count }
    guard let throttle else { return }
    lock.withLock { heldBack += 1 }
    usleep(UInt32(octets.count * 1_000_000 / throttle))
    lock.withLock { heldBack -= 1 }
  }

  private func back(_ session: ProxySession) {
    defer { session.leave() }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(session.server, &buffer, buffer.count)
      guard count > 0 else { break }
      if session.readsRows, count > 1000, take(.duringCopyOut) {
        session.answer(buffer[..<(count / 2)])
        fail(session)
        // The server is left with rows that nobody takes.
        session.awaitServersEnd()
        break
      }
      session.answer(buffer[..<count])
    }
    session.cut()
  }

  /// What a moment brings: nothing gets through to the client any more. The server may be sent
  /// something last.
  private func fail(_ session: ProxySession, sending last: ArraySlice<UInt8> = []) {
    session.mute()
    if let silence {
      lock.withLock { silenced.append(session) }
      silence()
      return session.send(last)
    }
    session.send(last)
    if !last.isEmpty { usleep(200_000) }
    session.cut()
  }

  private func take(_ moment: Moment) -> Bool {
    lock.withLock {
      guard cuts.first == moment else { return false }
      cuts.removeFirst()
      return true
    }
  }

  private func contains(_ octets: ArraySlice<UInt8>, _ text: String) -> Bool {
    octets.firstRange(of: Array(text.utf8)) != nil
  }
}
