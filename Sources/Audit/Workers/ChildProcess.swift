import Foundation
import Glibc

/// A process of this program that this process started, with a socket and shared memory between them.
///
/// The order goes to it through the socket, and its last words come back: no argument and no file
/// holds a password. The child sees the socket close when this process is gone, whatever ended it.
final class ChildProcess {
  let order: WorkOrder
  let slots: SlotTable
  /// The socket; readable when the child has ended.
  let channel: Int32
  private let process: pid_t

  /// How a child ended.
  enum Ending {
    /// By itself, with what it has to say.
    case finished(LastWords)
    /// By a signal; `peak` is the most memory that it held, in octets.
    case killed(signal: Int32, peak: Int)
  }

  /// What a child tells about itself before it ends.
  struct LastWords: Codable, Sendable {
    var status: Int32
    var message: String
    var remedy: String?
  }

  /// The word that makes this program such a process.
  static let command = "supervised-worker"
  /// The child's descriptor of the shared memory; the socket is its standard input.
  static let slotsDescriptor: Int32 = 3

  static func start(_ order: WorkOrder) throws -> ChildProcess {
    let shared = try SlotTable.makeDescriptor()
    defer { close(shared) }
    let slots = try SlotTable(descriptor: shared)
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SystemFault.error("make a socket for a worker process")
    }
    defer { close(ends[1]) }
    do {
      let process = try spawn(channel: ends[1], slots: shared)
      WorkerProcesses.running.add(process)
      let child = ChildProcess(order, slots, channel: ends[0], process)
      try child.send(JSONEncoder().encode(order) + [0x0A])
      return child
    } catch {
      close(ends[0])
      throw error
    }
  }

  private init(_ order: WorkOrder, _ slots: SlotTable, channel: Int32, _ process: pid_t) {
    self.order = order
    self.slots = slots
    self.channel = channel
    self.process = process
  }

  deinit { close(channel) }

  /// Asks it to end in good order.
  func askToEnd() { WorkerProcesses.running.ask(process) }

  /// Ends it at once, and leaves it to `ending` to see that.
  func kill() { Glibc.kill(process, SIGKILL) }

  /// How it ended; nil while it runs. Must not be asked again after an answer.
  func ending() throws(AuditError) -> Ending? {
    var status: Int32 = 0
    var usage = rusage()
    let ended = WorkerProcesses.running.waiting(for: process) {
      unsafe wait4(process, &status, WNOHANG, &usage)
    }
    if ended == 0 || (ended < 0 && errno == EINTR) { return nil }
    guard ended == process else { throw SystemFault.error("wait for worker process \(process)") }
    // The low 7 bits are the signal, the next 8 those of the exit status (wait(2)).
    let signal = status & 0x7F
    if signal != 0 { return .killed(signal: signal, peak: usage.ru_maxrss * 1024) }
    let silent = LastWords(
      status: (status >> 8) & 0xFF == 0 ? 0 : ExitStatus.failed.rawValue,
      message: "worker process \(process) ended with status \((status >> 8) & 0xFF) without a word")
    return .finished((try? JSONDecoder().decode(LastWords.self, from: received())) ?? silent)
  }

  /// Ends it at once, and waits until it is gone.
  func end() {
    WorkerProcesses.running.forget(process)
    kill()
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  private func send(_ data: Data) throws(AuditError) {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EPIPE || errno == ECONNRESET {
        // It is gone already, and its ending tells why.
        return
      } else if errno != EINTR {
        throw SystemFault.error("give a worker process its order")
      }
    }
  }

  private func received() -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(channel, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 else { return data }
      data += buffer.prefix(count)
    }
  }

  /// In a process group of its own: a terminal's Ctrl-C is for the supervisor to pass on. What it
  /// writes goes to standard error.
  private static func spawn(channel: Int32, slots: Int32) throws(AuditError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, slots, slotsDescriptor)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    // A crash is reported by the supervisor; the runtime's own report would take seconds.
    let environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    var process: pid_t = 0
    let result = unsafe CStringArray.with(["receipt-audit", command]) { words in
      unsafe CStringArray.with(environment.map { "\($0.key)=\($0.value)" }) { variables in
        unsafe posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words, variables)
      }
    }
    guard result == 0 else { throw SystemFault.error("start a worker process", code: result) }
    return process
  }
}

/// Arrays of C strings that end with a null pointer.
private enum CStringArray {
  static func with<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      unsafe body(UnsafePointer(buffer.baseAddress!))
    }
  }
}
