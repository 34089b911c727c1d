import Foundation
import PostgreSQL
import TestSupport
import Testing

/// libfaketime, which lies to a program about the time.
private enum FalseClock {
  static let library =
    ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }
    .first { FileManager.default.fileExists(atPath: $0) }

  /// The environment of a program whose clock is off by so much, as in `+1d`; time passes as ever.
  static func environment(_ offset: String) -> [String: String] {
    ["LD_PRELOAD": library ?? "", "FAKETIME": offset, "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
  }
}

@Suite("A host whose clock is wrong", .serialized, .enabled(if: FalseClock.library != nil))
struct ClockTests {
  private func expectUndisturbed(_ shop: Shop) throws {
    let (expected, digests) = (try Shop.undisturbed.get(), try shop.digests())
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table)") }
  }

  @Test("The clock is believed to be wrong", arguments: ["+1d", "-1d"])
  func lies(offset: String) throws {
    let process = try Tool(URL(fileURLWithPath: "/bin/date")).run(
      ["+%s"], environment: FalseClock.environment(offset))
    let told = Double(process.output.trimmingCharacters(in: .newlines)) ?? 0
    #expect(abs(told - Date().timeIntervalSince1970) > 80_000)
  }

  @Test(
    "A day before or behind, or over the change to summer time, it judges the same",
    arguments: [("+1d", "UTC"), ("-1d", "UTC"), ("@2024-03-31 01:59:58", "Europe/Berlin")])
  func verdicts(offset: String, zone: String) throws {
    let shop = try Shop()
    let run = try shop.audit(
      ["run", "--jobs", "2", "--processes", "2"],
      environment: FalseClock.environment(offset).merging(["TZ": zone]) { $1 })
    #expect(run.status == 0, "\(run.errors)")
    try expectUndisturbed(shop)
  }

  @Test("A worker a day ahead takes nothing from one that is at work, and loses nothing to it")
  func leases() throws {
    let shop = try Shop()
    let running = try shop.start(
      ["run", "--batch-size", "5", "--jobs", "2", "--lease", "2"],
      environment: FalseClock.environment("-1d").merging(["RECEIPT_AUDIT_FAULT": "slow:200"]) { $1 }
    )
    while try shop.count("audit.batches where status = 'leased'") == 0, running.process.isRunning {
      usleep(2000)
    }
    let worker = try shop.audit(
      ["worker", "--run", "1", "--jobs", "2"], environment: FalseClock.environment("+1d"))
    let run = running.finish()
    #expect(run.status == 0 && worker.status == 0, "\(run.errors) \(worker.errors)")
    #expect(!(run.errors + worker.errors).contains("taken over"), "\(run.errors) \(worker.errors)")
    #expect(try shop.count("audit.batches where epoch <> 1") == 0)
    try expectUndisturbed(shop)
  }
}
