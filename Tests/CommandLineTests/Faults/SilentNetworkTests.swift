import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("A network that goes silent", .serialized, .enabled(if: Network.isPossible))
struct SilentNetworkTests {
  @Test(
    "A signal ends a run and a worker all the same, and the next run goes on from there",
    arguments: [("run", SIGTERM, 143), ("run", SIGINT, 130), ("worker", SIGTERM, 143)]
      as [(String, Int32, Int32)])
  func signal(_ command: String, _ signal: Int32, _ status: Int32) throws {
    let server = try DistantServer()
    let slow = ["RECEIPT_AUDIT_FAULT": "slow:50,slow:150,slow:250"]
    let run = ["run", "--batch-size", "100", "--jobs", "1"]
    var helped: Tool.Running?
    if command == "worker" {
      let nearby = try server.startNearby(run, environment: slow)
      try server.wait(for: 1, "select from audit.runs", nearby)
      helped = nearby
    }
    let silenced = try server.start(
      command == "run" ? run : ["worker", "--run", "1", "--jobs", "1"], .long, environment: slow)
    let supervisor = silenced.process.processIdentifier
    let child = try #require(ProcessTree.child(of: supervisor))
    try server.wait(
      for: 2, "select from pg_stat_activity where client_addr is not null and state like 'idle%'",
      silenced)
    try server.network.pullCable()
    // Its next look at the run is the one that nobody answers.
    sleep(2)
    kill(supervisor, signal)
    // The cable stays pulled meanwhile.
    let outcome = silenced.finish(within: 60)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains("what is committed is saved"), "\(outcome.errors)")
    for _ in 1...600 where ProcessTree.isRunning(child) { usleep(100_000) }
    #expect(!ProcessTree.isRunning(child))
    try server.network.plugIn()
    if let helped {
      #expect(helped.finish().status == 0)
    } else {
      try server.goOn(run)
    }
    try server.expectUndisturbed()
  }

  @Test("The longest run time ends a run all the same, with 7, and the next run goes on from there")
  func runtime() throws {
    let server = try DistantServer()
    let run = ["run", "--batch-size", "100", "--jobs", "1"]
    let silenced = try server.start(
      run + ["--max-runtime", "10s"], .long, environment: ["RECEIPT_AUDIT_FAULT": "hang:50"])
    try server.wait(
      for: 2, "select from pg_stat_activity where client_addr is not null and state like 'idle%'",
      silenced)
    try server.network.pullCable()
    let outcome = silenced.finish(within: 60)
    #expect(outcome.status == 7, "\(outcome.errors)")
    #expect(outcome.errors.contains("what is committed is saved"), "\(outcome.errors)")
    try server.network.plugIn()
    try server.goOn(run)
    try server.expectUndisturbed()
  }

  @Test("is noticed, and waited for: nothing is lost, and nothing is there twice")
  func silence() throws {
    let server = try DistantServer()
    let running = try server.start(["run", "--batch-size", "5", "--jobs", "2"], .short)
    try server.wait(for: 3, "select from audit.batches where status = 'done'", running)
    try server.network.pullCable()
    sleep(4)
    #expect(running.process.isRunning)
    try server.network.plugIn()
    let run = running.finish()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("trying again"), "\(run.errors)")
    try server.expectUndisturbed()
  }

  @Test(
    "costs no row and repeats none, be it during COPY, before or during COMMIT, of a batch or the whole",
    arguments: CuttingProxy.Moment.allCases)
  func moment(_ moment: CuttingProxy.Moment) throws {
    let distant = try DistantShop(pullingCable: moment)
    let (proxy, network) = (distant.proxy, distant.network)
    let running = try distant.start([
      "run", "--batch-size", "20", "--jobs", "2", "--processes", "2",
    ])
    while proxy.remaining > 0, running.process.isRunning { usleep(2000) }
    // The cable stays pulled until all who held a connection have noticed.
    for _ in 1...600 where network.connections(of: running) > 0 { usleep(100_000) }
    #expect(network.connections(of: running) == 0 && running.process.isRunning)
    try network.plugIn()
    let run = running.finish(within: 60)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("trying again"), "\(run.errors)")
    #expect(proxy.remaining == 0)
    // The server had not learned of it: the session that was writing, or that holds the run lock, was
    // ended for the next attempt; what was committed stands.
    let unheard = String(decoding: proxy.unheard, as: UTF8.self)
    let (commits, isEnded) = (unheard.contains("COMMIT"), unheard.contains("57P01"))
    switch moment {
    case .duringCopyOut: break
    case .duringCopyIn, .beforeCommit: #expect(!commits && isEnded, "\(unheard)")
    case .duringCommit: #expect(commits && !isEnded, "\(unheard)")
    case .duringPublication: #expect(commits && isEnded, "\(unheard)")
    }
    #expect(try distant.shop.count("audit.runs") == 1)
    try distant.expectUndisturbed()
  }
}
