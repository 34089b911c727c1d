import Foundation
import Glibc
import PostgreSQL

/// What this program does as a worker process: it takes its order from the one that started it, works
/// until no batch is left, and says how that went.
public enum SupervisedWorker {
  /// The first and only argument of such a process.
  public static let command = ChildProcess.command

  /// Runs the worker, and answers the status that the process is to end with.
  ///
  /// - Parameter notice: is told of what is worth a line in the log.
  public static func run(
    stop: StopFlag, notice: @escaping @Sendable (String) -> Void
  ) -> ExitStatus {
    do {
      let order = try receiveOrder()
      Thread.detachNewThread(endWithSupervisor)
      try MemoryLimit.set(for: order)
      let slots = try SlotTable(descriptor: ChildProcess.slotsDescriptor)
      try work(order, slots, stop, notice)
      return .finished
    } catch {
      let error = AuditError(wrapping: error)
      say(
        ChildProcess.LastWords(
          status: error.status.rawValue, message: error.message, remedy: error.remedy))
      return error.status
    }
  }

  private static func work(
    _ order: WorkOrder, _ slots: SlotTable, _ stop: StopFlag,
    _ notice: @escaping @Sendable (String) -> Void
  ) throws {
    var retry = RetryPolicy(budget: order.retryBudget)
    retry.notice = notice
    let job = try retry.run(stop: stop) {
      let connection = try AuditSession.open(order.settings)
      return try LaneJob(order, connection, slots: slots, stop: stop, notice: notice)
    }
    if order.trial.isEmpty {
      try LaneCrew.run(job, lanes: order.lanes)
    } else {
      try Trial.run(job)
    }
  }

  /// One line of JSON on standard input.
  private static func receiveOrder() throws -> WorkOrder {
    var line: [UInt8] = []
    while line.last != 0x0A {
      var octets = [UInt8](repeating: 0, count: 4096)
      let count = unsafe octets.withUnsafeMutableBytes {
        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        throw AuditError(
          .configuration, "a worker process is started by `receipt-audit run` and not by hand",
          remedy: "`receipt-audit worker --run ID` joins a run")
      }
      line += octets.prefix(count)
    }
    return try JSONDecoder().decode(WorkOrder.self, from: Data(line))
  }

  /// Nobody would look after this process any more: its open transactions end with it, and its
  /// batches are anybody's.
  private static func endWithSupervisor() {
    var octet: UInt8 = 0
    while unsafe read(STDIN_FILENO, &octet, 1) != 0 {}
    _exit(ExitStatus.failed.rawValue)
  }

  private static func say(_ words: ChildProcess.LastWords) {
    guard let data = try? JSONEncoder().encode(words) else { return }
    let octets = Array(data)
    _ = unsafe octets.withUnsafeBytes {
      unsafe send(STDIN_FILENO, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }
}

/// Bounds the memory of a worker process, so that a receipt that takes memory without end ends one
/// process and not the host.
enum MemoryLimit {
  /// What is never needed: a process's budget is a fraction of it.
  private static let slack = 1 << 30

  /// Sets the limit beyond what the process has now.
  static func set(for order: WorkOrder) throws(AuditError) {
    let octets = present + slack + 2 * order.byteBudget + 8 * order.maxReceiptSize
    var limit = rlimit(rlim_cur: rlim_t(octets), rlim_max: rlim_t(octets))
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 || errno == EPERM
    else {
      throw SystemFault.error("limit the memory of a worker process")
    }
  }

  /// Octets of private memory that the process has mapped (proc(5), VmData).
  private static var present: Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmData:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
}
