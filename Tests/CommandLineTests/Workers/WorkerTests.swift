import Foundation
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

@Suite("Worker processes", .serialized)
struct WorkerTests {
  private func expectUndisturbed(_ shop: Shop, _ comment: String = "") throws {
    // A supervisor killed when it had just published is followed by a run to which nothing is new, and
    // summaries hold a line for each run.
    let published = try shop.count("audit.runs where status = 'published'")
    let expected =
      try published == 1 ? Shop.undisturbed.get() : Shop.undisturbed(runs: published)
    let digests = try shop.digests()
    for table in Shop.results { #expect(digests[table] == expected[table], "\(table) \(comment)") }
  }

  /// Waits until a query finds a row, or the program has ended.
  private func wait(for rows: String, in shop: Shop, _ running: Tool.Running) throws {
    while try shop.count(rows) == 0, running.process.isRunning { usleep(2000) }
  }

  @Test(
    "One, two and sixteen lanes in one and four processes write the same tables",
    arguments: [(1, 1), (2, 1), (16, 1), (4, 4), (16, 4)])
  func same(jobs: Int, processes: Int) throws {
    let shop = try Shop()
    let run = try shop.audit([
      "run", "--jobs", String(jobs), "--processes", String(processes), "--batch-size", "7",
    ])
    #expect(run.status == 0, "\(run.errors)")
    try expectUndisturbed(shop)
    let owners = try shop.count("(select distinct owner from audit.batches) o")
    #expect(owners <= processes && (processes == 1 || owners > 1))
  }

  @Test("A worker process holds no connection string in its arguments")
  func arguments() throws {
    let shop = try Shop()
    let running = try shop.start(["run", "--batch-size", "5", "--jobs", "1"])
    let child = try #require(ProcessTree.child(of: running.process.processIdentifier))
    let words = ProcessTree.commandLine(of: child)
    #expect(words.hasPrefix("receipt-audit"), "\(words)")
    #expect(!words.contains(shop.database.name))
    #expect(running.finish().status == 0)
  }

  @Test("A worker under other trust anchors or certificates, or for no run, is refused with 2")
  func refused() throws {
    let shop = try Shop()
    let running = try shop.start(
      ["run", "--jobs", "1", "--lease", "1"], environment: ["RECEIPT_AUDIT_FAULT": "slow:200"])
    try wait(for: "audit.batches where status = 'leased'", in: shop, running)
    let other = try Tool.audit.run(["worker", "--run", "1", "-d", shop.database.conninfo])
    #expect(other.status == 2 && other.errors.contains("trust anchors"), "\(other.errors)")
    let file = URL(fileURLWithPath: Shop.trustAnchor).deletingPathExtension()
      .appendingPathExtension("intermediate.der")
    try Data(TestPKI.standard.purchaseIntermediate.certificate).write(to: file)
    let given = try shop.audit(["worker", "--run", "1", "--intermediate", file.path])
    #expect(given.status == 2 && given.errors.contains("other certificates"), "\(given.errors)")
    let unknown = try shop.audit(["worker", "--run", "99"])
    #expect(unknown.status == 2 && unknown.errors.contains("not under way"), "\(unknown.errors)")
    #expect(running.finish().status == 0)
  }

  @Test("A process stopped beyond its lease loses its batch to a worker, and writes nothing of it")
  func zombie() throws {
    let shop = try Shop()
    let running = try shop.start(
      ["run", "--batch-size", "20", "--jobs", "1", "--lease", "1"],
      environment: ["RECEIPT_AUDIT_FAULT": "slow:150"])
    try wait(
      for: "audit.batches where status = 'leased' and 150 between first_key::int and last_key::int",
      in: shop, running)
    usleep(300_000)
    let child = try #require(ProcessTree.child(of: running.process.processIdentifier))
    kill(child, SIGSTOP)
    let worker = try shop.start(["worker", "--run", "1", "--jobs", "2"])
    while try shop.count("audit.batches where status <> 'done'") > 0, worker.process.isRunning {
      usleep(2000)
    }
    #expect(try shop.count("audit.batches where status <> 'done'") == 0)
    #expect(try shop.count("(select distinct owner from audit.batches) o") == 2)
    let written = try shop.count("audit_data.receipts")
    kill(child, SIGCONT)
    let run = running.finish()
    #expect(run.status == 0, "\(run.errors)")
    let helped = worker.finish()
    #expect(helped.status == 0, "\(helped.errors)")
    #expect(run.errors.contains("was taken over by another worker"), "\(run.errors)")
    #expect(try shop.count("audit_data.receipts") == written)
    try expectUndisturbed(shop)
  }

  @Test("A worker that has joined stays for what comes up when all receipts have been looked at")
  func stays() throws {
    let shop = try Shop()
    try shop.addIncomplete(6)
    let slow = (1...6).map { "slow:\(1_000_000 + $0)" }.joined(separator: ",")
    let run = try shop.start(
      ["run", "--batch-size", "1", "--jobs", "1"], environment: ["RECEIPT_AUDIT_FAULT": slow])
    try wait(for: "audit.batches where status = 'leased'", in: shop, run)
    let worker = try shop.start(
      ["worker", "--run", "1", "--jobs", "1"], environment: ["RECEIPT_AUDIT_FAULT": slow])
    let outcomes = [run.finish(), worker.finish()]
    #expect(outcomes.map(\.status) == [0, 0], "\(outcomes.map(\.errors))")
    #expect(try shop.count("(select distinct owner from audit.batches where look = 2) o") == 2)
    let judgedAgain = "audit.receipts where receipt_id::bigint > 1000000 and verdict = 'genuine'"
    #expect(try shop.count(judgedAgain) == 6)
  }

  @Test("Of two runs started in the same moment one ends with 5, and no result is there twice")
  func twoRuns() throws {
    let shop = try Shop()
    let environment = ["RECEIPT_AUDIT_FAULT": "slow:100"]
    let both = try (1...2).map { _ in try shop.start(["run"], environment: environment) }
    let statuses = both.map { $0.finish().status }
    #expect(statuses.sorted() == [0, 5])
    try expectUndisturbed(shop)
  }

  @Test("Workers and supervisors killed at random moments: the tables are those of no kill at all")
  func kills() throws {
    let environment = ProcessInfo.processInfo.environment
    let kills = environment["RECEIPT_KILLS"].flatMap { Int($0) } ?? 100
    var random = Seeded(state: environment["RECEIPT_KILL_SEED"].flatMap { UInt64($0) } ?? 11)
    let command = ["run", "--batch-size", "5", "--jobs", "2", "--processes", "2"]
    var done = 0
    var shop = try Shop()
    while done < kills {
      let running = try shop.start(command)
      let supervisor = running.process.processIdentifier
      while running.process.isRunning, done < kills {
        usleep(UInt32.random(in: 0...250_000, using: &random))
        let children = ProcessTree.children(of: supervisor)
        let victim =
          Bool.random(using: &random) ? supervisor : children.randomElement(using: &random)
        guard let victim, running.process.isRunning else { continue }
        kill(victim, SIGKILL)
        done += 1
      }
      let run = running.finish()
      // 5: the session of a supervisor that was just killed may be there for a moment.
      #expect([0, 1, 5, 128 + SIGKILL].contains(run.status), "\(run.status) \(run.errors)")
      if run.status == 0 {
        try expectUndisturbed(shop, "after \(done) kills")
        shop = try Shop()
      }
    }
    var last = try shop.audit(command)
    while last.status == 5 {
      usleep(100_000)
      last = try shop.audit(command)
    }
    #expect(last.status == 0, "\(last.errors)")
    try expectUndisturbed(shop, "after \(done) kills")
  }

  /// Random numbers that are the same in each run (Steele, Lea and Flood, SplitMix).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
