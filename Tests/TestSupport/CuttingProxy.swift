import Foundation
import Glibc
public import PostgreSQL

/// Stands between a client and the test cluster, and cuts connections at chosen moments, as a network
/// does: neither side is told why.
///
/// It listens on a Unix socket in a directory of its own, and passes octets on in both directions.
public final class CuttingProxy: @unchecked Sendable {
  // Sendable: `cuts` and `slowness` are only touched under `lock`, the rest is immutable.

  /// A moment of a session that writes results.
  public enum Moment: Sendable, CaseIterable {
    /// Rows are on their way in.
    case duringCopyIn
    /// All rows are in, and COMMIT is not on its way yet.
    case beforeCommit
    /// COMMIT has reached the server, and its answer does not come back.
    case duringCommit
  }

  private let directory: URL
  private let listener: Int32
  private let upstream: String
  private let lock = NSLock()
  private var cuts: [Moment]
  /// Octets a second from the client to the server; nil without a limit.
  private let throttle: Int?

  /// - Parameter cuts: are made one after the other, each once, in the first session that gets there.
  public init(cuts: [Moment] = [], throttle: Int? = nil) throws {
    self.cuts = cuts
    self.throttle = throttle
    let cluster = try TestCluster.connect()
    upstream = cluster.host + "/.s.PGSQL.5432"
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("proxy-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let path = directory.appendingPathComponent(".s.PGSQL.5432").path
    guard Self.at(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
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
    "\(database.conninfo) host=\(directory.path)"
  }

  /// Settings for connections to a database through the proxy.
  public func settings(_ database: TestDatabase) -> ConnectionSettings {
    ConnectionSettings(conninfo(database))
  }

  /// Cuts that were not made yet.
  public var remaining: Int { lock.withLock { cuts.count } }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.at(upstream, { connect(server, $0, $1) }) == 0 else {
      close(client)
      close(server)
      return
    }
    let session = Session(client: client, server: server)
    Thread.detachNewThread { self.forward(session) }
    Thread.detachNewThread { Self.back(session) }
  }

  /// From the client to the server, message by message as far as the moments need it.
  private func forward(_ session: Session) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var hasCopied = false
    while true {
      let count = read(session.client, &buffer, buffer.count)
      guard count > 0 else { break }
      let octets = buffer[..<count]
      let copies = contains(octets, "FROM STDIN")
      if hasCopied, !copies, take(.duringCopyIn) { break }
      hasCopied = hasCopied || copies
      let commits = hasCopied && contains(octets, "COMMIT")
      if commits, take(.beforeCommit) { break }
      if commits, take(.duringCommit) {
        session.mute()
        session.send(octets)
        usleep(200_000)
        break
      }
      session.send(octets)
      if let throttle { usleep(UInt32(count * 1_000_000 / throttle)) }
    }
    session.cut()
  }

  private static func back(_ session: Session) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(session.server, &buffer, buffer.count)
      guard count > 0 else { break }
      session.answer(buffer[..<count])
    }
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

  private static func at(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// A client's connection and its counterpart.
  private final class Session: @unchecked Sendable {
    // Sendable: `isMute` and `isCut` are only touched under `lock`.
    let client: Int32
    let server: Int32
    private let lock = NSLock()
    private var isMute = false
    private var ends = 0

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }

    /// The server's answers are dropped from now on.
    func mute() { lock.withLock { isMute = true } }

    func send(_ octets: ArraySlice<UInt8>) { Self.write(octets, to: server) }

    func answer(_ octets: ArraySlice<UInt8>) {
      guard !lock.withLock({ isMute }) else { return }
      Self.write(octets, to: client)
    }

    /// Both sides see the end; the descriptors go with the second of the two threads.
    func cut() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
      let isLast = lock.withLock {
        ends += 1
        return ends == 2
      }
      if isLast {
        close(client)
        close(server)
      }
    }

    private static func write(_ octets: ArraySlice<UInt8>, to descriptor: Int32) {
      var rest = octets
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { return }
        rest = rest.dropFirst(sent)
      }
    }
  }
}
