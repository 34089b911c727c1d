import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Signals", .serialized)
struct SignalTests {
  /// A run under load: one of its processes is at a receipt that takes its time.
  private func underLoad(_ shop: Shop) throws -> Tool.Running {
    let running = try shop.start(
      ["run", "--batch-size", "10", "--jobs", "2", "--processes", "2"],
      environment: ["RECEIPT_AUDIT_FAULT": "slow:150"])
    while try shop.count("audit.batches where status = 'done'") < 2, running.process.isRunning {
      usleep(2000)
    }
    return running
  }

  @Test(
    "A signal ends a run in good order: batches are given back, and the next run goes on",
    arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 143)] as [(Int32, Int32)])
  func ends(signal: Int32, status: Int32) throws {
    let shop = try Shop()
    let running = try underLoad(shop)
    let children = ProcessTree.children(of: running.process.processIdentifier)
    kill(running.process.processIdentifier, signal)
    let run = running.finish()
    #expect(run.status == status, "\(run.errors)")
    #expect(try shop.count("audit.batches where status = 'leased'") == 0)
    #expect(try shop.count("audit.runs where status = 'interrupted'") == 1)
    #expect(!children.isEmpty && !children.contains(where: ProcessTree.isRunning))
    let again = try shop.audit(["run", "--json"])
    #expect(again.status == 0 && again.output.contains("\"continued\":true"), "\(again)")
  }

  @Test("A second signal ends a run at once, and its worker processes with it")
  func second() throws {
    let shop = try Shop()
    let running = try underLoad(shop)
    let children = ProcessTree.children(of: running.process.processIdentifier)
    // Stopped, they cannot end in good order.
    for child in children { kill(child, SIGSTOP) }
    kill(running.process.processIdentifier, SIGTERM)
    usleep(300_000)
    kill(running.process.processIdentifier, SIGTERM)
    #expect(running.finish().status == 143)
    for child in children { kill(child, SIGCONT) }
    while children.contains(where: ProcessTree.isRunning) { usleep(1000) }
    let again = try shop.audit(["run", "--json"])
    #expect(again.status == 0 && again.output.contains("\"continued\":true"), "\(again)")
  }

  @Test("A signal while receipts are compared ends the statement")
  func comparing() throws {
    let shop = try Shop()
    // Nobody gets past this lock, which the comparison needs.
    let other = try shop.database.connect()
    try other.execute("begin; lock table audit_data.findings in access exclusive mode")
    let running = try shop.start(["run"])
    while try shop.count("pg_locks where not granted") == 0, running.process.isRunning {
      usleep(2000)
    }
    kill(running.process.processIdentifier, SIGTERM)
    let run = running.finish()
    #expect(run.status == 143, "\(run.errors)")
    try other.execute("rollback")
    #expect(try shop.audit(["run"]).status == 0)
    #expect(try shop.count("audit.runs where status = 'published'") == 1)
  }

  @Test(
    "A signal reaches worker processes while the process that started them waits for the server")
  func waiting() throws {
    let shop = try Shop()
    let running = try shop.start(
      ["run", "--batch-size", "10", "--jobs", "1"],
      environment: ["RECEIPT_AUDIT_FAULT": "slow:1,slow:2"])
    while try shop.count("audit.batches where status = 'leased'") == 0, running.process.isRunning {
      usleep(2000)
    }
    let child = try #require(ProcessTree.child(of: running.process.processIdentifier))
    // Only the supervisor looks at runs while a worker is at its batch.
    let other = try shop.database.connect()
    try other.execute("begin; lock table audit.runs in access exclusive mode")
    while try shop.count("pg_locks where not granted") == 0, running.process.isRunning {
      usleep(2000)
    }
    kill(running.process.processIdentifier, SIGINT)
    for _ in 1...3000 where ProcessTree.isRunning(child) { usleep(2000) }
    #expect(!ProcessTree.isRunning(child))
    #expect(running.process.isRunning)
    try other.execute("rollback")
    let run = running.finish()
    #expect(run.status == 130, "\(run.errors)")
    #expect(try shop.count("audit.runs where status = 'interrupted'") == 1)
  }
}
