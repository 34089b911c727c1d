import Foundation
import Glibc

/// A client's connection through a proxy, and its counterpart.
final class ProxySession: @unchecked Sendable {
  // Sendable: what changes is only touched under `lock`.
  let client: Int32
  let server: Int32
  private let resets: Bool
  private let lock = NSLock()
  private var isMuted = false
  private var dropped: [UInt8] = []
  private var isReading = false
  private var left = 0

  /// - Parameter resets: the client sees a cut as a reset, and not as an end.
  init(client: Int32, server: Int32, resets: Bool) {
    self.client = client
    self.server = server
    self.resets = resets
    // Nothing waits to be sent along with what comes next.
    var yes: Int32 = 1
    let length = socklen_t(MemoryLayout<Int32>.size)
    if resets { setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, length) }
  }

  /// Whether the client has asked for rows by COPY.
  var readsRows: Bool {
    get { lock.withLock { isReading } }
    set { lock.withLock { isReading = newValue } }
  }

  /// Whether the server's answers are dropped.
  var isMute: Bool { lock.withLock { isMuted } }

  /// The answers that were dropped.
  var unheard: [UInt8] { lock.withLock { dropped } }

  /// The server's answers are dropped from now on.
  func mute() { lock.withLock { isMuted = true } }

  func send(_ octets: ArraySlice<UInt8>) { Self.write(octets, to: server) }

  func answer(_ octets: ArraySlice<UInt8>) {
    let isHeard = lock.withLock {
      if isMuted { dropped += octets }
      return !isMuted
    }
    if isHeard { Self.write(octets, to: client) }
  }

  /// Returns when the server has ended the session, or a cut has; what it says is not read.
  func awaitServersEnd() {
    var end = pollfd(fd: server, events: 0, revents: 0)
    while poll(&end, 1, -1) < 0, errno == EINTR {}
  }

  /// Both sides see the end.
  func cut() {
    lock.withLock {
      guard left < 2 else { return }
      if resets { ProxySocket.reset(client) }
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }
  }

  /// One of the two threads is done with it; the descriptors go with the second.
  func leave() {
    lock.withLock {
      left += 1
      guard left == 2 else { return }
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

/// The sockets of a proxy.
enum ProxySocket {
  /// A socket that listens under a path.
  static func listen(_ path: String) throws -> Int32 {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard at(path, { bind(listener, $0, $1) }) == 0, Glibc.listen(listener, 64) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    return listener
  }

  /// A socket that listens at an address of this host, and its port.
  static func listen(at host: String) throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr(host)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// A connection to a socket under a path; nil where nobody listens.
  static func connect(_ path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    if at(path, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Ends a TCP connection with a reset (connect(2) on AF_UNSPEC dissolves it).
  static func reset(_ descriptor: Int32) {
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    _ = Glibc.connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
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
}
