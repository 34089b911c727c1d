import Dispatch
import Glibc
import PostgreSQL

/// Has the batches of a run worked off by processes of their own, and looks after them: what ends one
/// of them, or holds it up, is found out and set aside, and the rest goes on.
///
/// Several supervisors, on several hosts, may work for the same run; they meet in the database alone.
struct Supervisor {
  /// What every worker process is told; lanes and budget are those of all together.
  let order: WorkOrder
  let processes: Int
  /// Seconds that one receipt may take before its process is taken to hang.
  let receiptTimeout: Double
  let maxRuntime: Double?
  let losses: LossCount
  let stop: StopFlag
  let retry: RetryPolicy
  let notice: @Sendable (String) -> Void
  let progress: @Sendable (AuditProgress) -> Void

  /// Seconds that workers have to end in good order before they are killed.
  static let grace = 5.0

  init(
    _ order: WorkOrder, processes: Int, _ options: AuditOptions, losses: LossCount,
    _ progress: @escaping @Sendable (AuditProgress) -> Void
  ) {
    self.order = order
    self.processes = processes
    receiptTimeout = options.receiptTimeout
    maxRuntime = options.maxRuntime
    self.losses = losses
    stop = options.stop
    var retry = options.retry
    retry.notice = options.notice
    self.retry = retry
    notice = options.notice
    self.progress = progress
  }

  /// Returns when all batches are done, or the run is not under way any more.
  func run() throws {
    let crew = Crew(self)
    defer { crew.killAll() }
    do {
      try crew.work()
    } catch {
      crew.endAll()
      throw error
    }
  }

  /// The order of one of the processes: its share of the lanes and of the memory.
  func share(_ number: Int) -> WorkOrder {
    var share = order
    share.owner = WorkOrder.newOwner()
    share.lanes = max(1, order.lanes / processes + (number < order.lanes % processes ? 1 : 0))
    share.byteBudget = max(1, order.byteBudget / processes)
    return share
  }
}

/// How many worker processes a run has lost here, over all of its supervisors. Not Sendable: it belongs
/// to the thread of the run.
final class LossCount {
  /// So many may be lost. Beyond that it is the program, or the host, and no receipt.
  static let tolerated = 5

  var count = 0
}

/// The worker processes of a supervisor.
private final class Crew {
  private let supervisor: Supervisor
  private let clock = DispatchTime.now().uptimeNanoseconds
  private var connection: Connection?
  private var members: [Member?]
  private var lastLook = 0.0

  /// A process, and since when its threads are where they are.
  private struct Member {
    let child: ChildProcess
    var watch = HangWatch()
  }

  init(_ supervisor: Supervisor) {
    self.supervisor = supervisor
    members = Array(repeating: nil, count: supervisor.processes)
  }

  private var now: Double { Double(DispatchTime.now().uptimeNanoseconds - clock) / 1e9 }

  func work() throws {
    try startMissing()
    while true {
      try checkStop()
      waitForNews()
      try collect()
      try endHanging()
      let isIdle = members.allSatisfy { $0 == nil }
      guard isIdle || now - lastLook >= 1 else { continue }
      lastLook = now
      let left = try look()
      if isIdle {
        if left == 0 { return }
        try startMissing()
      }
    }
  }

  private func checkStop() throws {
    if let limit = supervisor.maxRuntime, now >= limit { supervisor.stop.raise(.outOfTime) }
    try supervisor.stop.check()
  }

  private func startMissing() throws {
    for number in members.indices where members[number] == nil {
      members[number] = Member(child: try ChildProcess.start(supervisor.share(number)))
    }
  }

  /// Waits until a process has ended, or a fifth of a second.
  private func waitForNews() {
    var channels = members.compactMap { $0 }.map {
      pollfd(fd: $0.child.channel, events: Int16(POLLIN), revents: 0)
    }
    unsafe poll(&channels, nfds_t(channels.count), 200)
  }

  /// Takes note of the processes that have ended, and replaces those that were lost.
  private func collect() throws {
    for number in members.indices {
      guard let member = members[number], let ending = try member.child.ending() else { continue }
      members[number] = nil
      switch ending {
      case .finished(let words):
        if let failure = failure(words) {
          // A signal has reached it too, and its cause is ours.
          try supervisor.stop.check()
          throw failure
        }
      case .killed(let signal, let peak):
        let cause = "\(SignalName.of(signal)), holding at most \(peak >> 20) MB"
        try lost(member.child, held: member.child.slots.held, cause)
        members[number] = Member(child: try ChildProcess.start(supervisor.share(number)))
      }
    }
  }

  private func endHanging() throws {
    for number in members.indices {
      guard var member = members[number] else { continue }
      let stuck = member.watch.stuck(
        member.child.slots.held, now: now, limit: supervisor.receiptTimeout)
      members[number] = member
      guard !stuck.isEmpty else { continue }
      members[number] = nil
      member.child.end()
      let cause = "killed, after \(Int(supervisor.receiptTimeout)) s at one receipt"
      try lost(member.child, held: stuck, cause)
      members[number] = Member(child: try ChildProcess.start(supervisor.share(number)))
    }
  }

  /// A process is gone: what it held is tried, and its batches are given back.
  private func lost(_ child: ChildProcess, held: [SlotTable.Held], _ cause: String) throws {
    supervisor.losses.count += 1
    let losses = supervisor.losses.count
    let suspects = held.map(\.receiptID).sorted()
    let words = suspects.isEmpty ? "" : "; it held receipts \(suspects.joined(separator: ", "))"
    supervisor.notice("a worker process was lost: \(cause)\(words)")
    guard losses <= LossCount.tolerated else {
      throw AuditError(
        .failed, "\(losses) worker processes were lost, the last one with \(cause)\(words)",
        remedy: "look for a fault of the host or of this program; what is done is saved")
    }
    let culprits = try Interrogation(supervisor: supervisor).culprits(of: held)
    for (receiptID, entry) in culprits {
      supervisor.notice("receipt \(receiptID) is set aside: \(entry.reason.rawValue)")
      try onDatabase { try entry.record(receiptID, runID: child.order.run.runID, $0) }
    }
    try onDatabase { try release(child, isExplained: !culprits.isEmpty, $0) }
  }

  private func release(
    _ child: ChildProcess, isExplained: Bool, _ connection: Connection
  ) throws(PostgreSQLError) {
    try connection.query(
      JobStatement.releaseOwner.text,
      [.int8(child.order.run.runID), .text(child.order.owner), .bool(isExplained)])
  }

  private func failure(_ words: ChildProcess.LastWords) -> AuditError? {
    guard words.status != 0 else { return nil }
    return AuditError(
      ExitStatus(rawValue: words.status) ?? .failed, words.message, remedy: words.remedy)
  }

  /// Tells how far the run is, and answers how many batches are not done.
  private func look() throws -> Int64 {
    try onDatabase { connection in
      let progress = try RunProgress.read(supervisor.order.run, connection)
      supervisor.progress(
        AuditProgress(done: progress.receiptsDone, total: progress.receipts))
      return try supervisor.order.unfinished(connection)
    }
  }

  private func onDatabase<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try supervisor.retry.run(stop: supervisor.stop) {
      if connection?.isOpen != true { connection = nil }
      let open = try connection ?? AuditSession.open(supervisor.order.settings)
      connection = open
      return try body(open)
    }
  }

  /// Asks all to end, kills those that do not, and gives back what they had.
  func endAll() {
    for member in members { member?.child.askToEnd() }
    let deadline = now + Supervisor.grace
    while members.contains(where: { $0 != nil }), now < deadline {
      waitForNews()
      for number in members.indices {
        if let child = members[number]?.child, (try? child.ending()) != nil {
          members[number] = nil
        }
      }
    }
    let killed = members.compactMap { $0?.child }
    killAll()
    guard !killed.isEmpty,
      let connection = try? connection ?? AuditSession.open(supervisor.order.settings)
    else { return }
    for child in killed { try? release(child, isExplained: true, connection) }
  }

  func killAll() {
    for number in members.indices {
      members[number]?.child.end()
      members[number] = nil
    }
  }
}
