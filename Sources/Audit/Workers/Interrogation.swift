import Dispatch
import Glibc

/// Finds out which of the receipts that a lost process held is the cause, by having them tried alone.
struct Interrogation {
  let supervisor: Supervisor

  /// Those whose trial does not end well, with what is known about it. None where the process was
  /// lost for another cause: somebody killed it, or the host ran out of memory.
  func culprits(of held: [SlotTable.Held]) throws -> [(receiptID: String, entry: SetAside)] {
    var suspects = Array(Set(held.map(\.receiptID))).sorted()
    while !suspects.isEmpty {
      guard let first = try attempt(suspects) else { return [] }
      // A kill may come from outside, and hit a trial by chance: only what happens each time counts.
      if first.isFromOutside, try !isLostEachTime(first.receiptID) {
        suspects.removeAll { $0 <= first.receiptID }
        continue
      }
      return [(first.receiptID, first.entry)]
    }
    return []
  }

  /// On a host that is out of memory kills come in numbers.
  private func isLostEachTime(_ receiptID: String) throws -> Bool {
    for _ in 1...3 where try attempt([receiptID])?.receiptID != receiptID { return false }
    return true
  }

  private struct Failure {
    var receiptID: String
    var entry: SetAside
    var isFromOutside: Bool
  }

  /// Has the receipts tried in one process; what it was at when it was lost, if it was.
  private func attempt(_ suspects: [String]) throws -> Failure? {
    var order = supervisor.order
    order.trial = suspects
    order.lanes = 1
    let child = try ChildProcess.start(order)
    var watch = HangWatch()
    var stuck: SlotTable.Held?
    let start = DispatchTime.now().uptimeNanoseconds
    while true {
      let now = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      if supervisor.stop.cause != nil { child.kill() }
      if stuck == nil {
        stuck = watch.stuck(child.slots.held, now: now, limit: supervisor.receiptTimeout).first
        if stuck != nil { child.kill() }
      }
      guard let ending = try child.ending() else {
        usleep(5000)
        continue
      }
      try supervisor.stop.check()
      return failure(ending, stuck, child.slots.held.first)
    }
  }

  private func failure(
    _ ending: ChildProcess.Ending, _ stuck: SlotTable.Held?, _ held: SlotTable.Held?
  ) -> Failure? {
    if let stuck {
      return Failure(
        receiptID: stuck.receiptID,
        entry: SetAside(
          reason: .timedOut, stage: stuck.stage.name,
          detail: "no end after \(Int(supervisor.receiptTimeout)) s"),
        isFromOutside: false)
    }
    guard case .killed(let signal, let peak) = ending, let held else { return nil }
    return Failure(
      receiptID: held.receiptID,
      entry: SetAside(
        reason: .crashed, signal: SignalName.of(signal), stage: held.stage.name,
        detail: "the process held at most \(peak >> 20) MB"),
      isFromOutside: signal == SIGKILL)
  }
}

extension SlotTable.Stage {
  /// As it is written in the evidence.
  var name: String {
    switch self {
    case .verification: "verification"
    case .findings: "findings"
    case .writing: "writing"
    case .secondLook: "second-look"
    }
  }
}

/// Signals by the names that people know.
enum SignalName {
  private static let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV",
    SIGTERM: "SIGTERM", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU",
  ]

  static func of(_ number: Int32) -> String { names[number] ?? "signal \(number)" }
}
