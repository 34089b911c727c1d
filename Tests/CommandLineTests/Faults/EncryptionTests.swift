import Foundation
import PostgreSQL
import TestSupport
import Testing

/// A server under certificates of its own, at an address of its own of this host.
private final class EncryptedServer {
  static let secret = "hunter2-over-the-wire"
  static let host = "db.example"

  let cluster: PrivateCluster
  private let directory: URL
  private let address = (0..<3).reduce("127") { text, _ in "\(text).\(Int.random(in: 2..<250))" }

  init() throws {
    cluster = try PrivateCluster()
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("certificates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for authority in ["right", "wrong"] {
      try openssl(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(authority)"
          + " -keyout \(authority).key -out \(authority).pem")
    }
    try openssl(
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(Self.host)"
        + " -keyout server.key -out server.csr")
    for (name, days) in [("valid", 2), ("expired", -1)] {
      try openssl(
        "x509 -req -in server.csr -CA right.pem -CAkey right.key -set_serial \(days + 2)"
          + " -days \(days) -out \(name).pem")
    }
    try cluster.connect().execute(
      "create role guarded superuser login password '\(Self.secret)'")
    try present("valid")
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Has the server show this certificate.
  func present(_ certificate: String) throws {
    try cluster.write(text("\(certificate).pem"), to: "data/server.crt")
    try cluster.write(text("server.key"), to: "data/server.key")
    try cluster.listen(
      on: address, hostRules: ["hostssl all guarded 127.0.0.0/8 password"],
      settings: ["ssl": "on"])
  }

  /// Settings of a client that trusts an authority, at the server or at another address.
  func conninfo(trusting authority: String, at other: String? = nil) -> String {
    let place = other ?? "hostaddr=\(address) port=5432"
    return "host=\(Self.host) \(place) user=guarded dbname=postgres sslmode=verify-full"
      + " sslrootcert=\(directory.path)/\(authority).pem"
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
  }

  private func openssl(_ words: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = words.split(separator: " ").map(String.init)
    process.currentDirectoryURL = directory
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Shop.Failed("openssl \(words)") }
  }
}

@Suite("A server that must prove itself", .serialized)
struct EncryptionTests {
  private func check(_ conninfo: String) throws -> Tool.Outcome {
    try Tool.audit.run(
      ["run", "--retry-budget", "1s", "-d", conninfo],
      environment: ["PGPASSWORD": EncryptedServer.secret])
  }

  @Test("Another authority's and an expired certificate end a run with 6, a good one does not")
  func certificates() throws {
    let server = try EncryptedServer()
    let good = try check(server.conninfo(trusting: "right"))
    #expect(good.status == 2 && good.errors.contains("schema up"), "\(good.errors)")

    let wrong = try check(server.conninfo(trusting: "wrong"))
    #expect(wrong.status == 6, "\(wrong.errors)")
    #expect(wrong.errors.contains("certificate verify failed"), "\(wrong.errors)")

    try server.present("expired")
    let expired = try check(server.conninfo(trusting: "right"))
    #expect(expired.status == 6, "\(expired.errors)")
    #expect(expired.errors.contains("certificate verify failed"), "\(expired.errors)")
    #expect(!(good.errors + wrong.errors + expired.errors).contains(EncryptedServer.secret))
  }

  @Test("A server without encryption gets the question for it and nothing more")
  func plaintext() throws {
    let server = try EncryptedServer()
    let proxy = try CuttingProxy(over: .tcp)
    let run = try check(
      server.conninfo(trusting: "right", at: "hostaddr=127.0.0.1 port=\(proxy.port)"))
    #expect(run.status == 6, "\(run.errors)")
    #expect(run.errors.contains("does not support SSL"), "\(run.errors)")
    // SSLRequest: length 8, code 80877103; once for each attempt, and no startup message.
    let question: [UInt8] = [0, 0, 0, 8, 4, 210, 22, 47]
    let octets = proxy.octetsFromClients
    #expect(!octets.isEmpty && octets.count % 8 == 0)
    #expect(
      stride(from: 0, to: octets.count, by: 8).allSatisfy {
        Array(octets[$0..<($0 + 8)]) == question
      })
  }
}
