import Foundation
import TestSupport
import Testing

@Suite("Hosts whose policy refuses what receipts were signed with")
struct HostPolicyTests {
  /// What a run says on such a host, which must have written nothing.
  private func refusedRun(_ environment: [String: String]) throws -> Tool.Outcome {
    let shop = try Shop()
    let run = try shop.audit(["run"], environment: environment)
    #expect(run.status == 8, "\(run.output)\(run.errors)")
    for table in ["audit.runs", "audit.batches"] + Shop.results {
      #expect(try shop.count(table) == 0, "\(table)")
    }
    let check = try shop.audit(["check"], environment: environment)
    #expect(check.status != 0)
    #expect((check.output + check.errors).lowercased().contains("sha1"))
    let allowed = try shop.audit(["run"])
    #expect(allowed.status == 0, "\(allowed.errors)")
    return run
  }

  @Test("SHA-1 signatures refused: held with 8 before anything is written, and the era is named")
  func refusedSHA1() throws {
    let library = Tool.audit.url.deletingLastPathComponent()
      .appendingPathComponent("libRefusedSHA1.so").path
    try #require(FileManager.default.fileExists(atPath: library))
    let run = try refusedRun(["LD_PRELOAD": library])
    #expect(run.errors.contains("sha1"))
    #expect(run.errors.contains("policy"))
  }

  @Test("digests withheld by OpenSSL's configuration: held with 8, and named")
  func withheldDigests() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("withheld-\(UUID().uuidString).cnf")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    openssl_conf = settings
    [settings]
    alg_section = algorithms
    [algorithms]
    default_properties = fips=yes
    """.write(to: file, atomically: true, encoding: .utf8)
    let run = try refusedRun(["OPENSSL_CONF": file.path])
    #expect(run.errors.contains("withholds SHA1 and SHA256"))
  }
}
