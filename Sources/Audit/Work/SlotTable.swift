import Foundation
import Glibc
import Synchronization

/// What each thread of a process holds, in shared memory: when the process dies or stands still, the
/// one that started it reads there which receipts it was at, and what it was doing with them.
///
/// A slot is 1 KB, written by the thread that holds it: count of changes (8 octets), stage (4), length
/// of the key (4), key. The counts are atomic, from the toolchain's Synchronization module, so that
/// nothing is needed in C. A key too long for its slot is not written: nobody knows it then.
@safe
final class SlotTable: @unchecked Sendable {
  // Sendable: a slot is touched by the thread that has taken it, `free` under `condition`.
  static let count = 256
  private static let slotSize = 1024
  private static let keyOffset = 16
  static let size = count * slotSize

  /// What is being done with a receipt.
  enum Stage: UInt32, Sendable {
    case verification = 1
    case findings, writing, secondLook
  }

  /// A receipt that a thread holds.
  struct Held: Equatable, Sendable {
    var slot: Int
    /// Grows with each step of the thread.
    var change: UInt64
    var receiptID: String
    var stage: Stage
  }

  private let memory: UnsafeMutableRawPointer
  private let condition = NSCondition()
  private var free = Array(0..<SlotTable.count)

  /// - Parameter descriptor: memory of `size` octets to share; nil for memory that nobody else sees.
  /// - Throws: `AuditError` where it cannot be mapped.
  init(descriptor: Int32? = nil) throws(AuditError) {
    let flags = descriptor == nil ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED
    let memory = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, flags, descriptor ?? -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw SystemFault.error("map shared memory")
    }
    unsafe self.memory = memory
  }

  deinit { unsafe munmap(memory, Self.size) }

  /// Makes memory to share with processes that are given its descriptor, under no name.
  static func makeDescriptor() throws(AuditError) -> Int32 {
    let name = "/receipt-audit-\(UUID().uuidString)"
    let descriptor = unsafe shm_open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFault.error("make shared memory") }
    unsafe shm_unlink(name)
    guard ftruncate(descriptor, size) == 0 else {
      close(descriptor)
      throw SystemFault.error("size shared memory")
    }
    return descriptor
  }

  /// Runs `body` with a slot of its own.
  func withSlot<Result>(_ body: (Slot) throws -> Result) rethrows -> Result {
    let number = condition.withLock {
      while free.isEmpty { condition.wait() }
      return free.removeLast()
    }
    let slot = unsafe Slot(memory: memory + number * Self.slotSize)
    defer {
      slot.leave()
      condition.withLock {
        free.append(number)
        condition.signal()
      }
    }
    return try body(slot)
  }

  /// The receipts that are held now. Whole only where the process does not run any more.
  var held: [Held] {
    (0..<Self.count).compactMap { number in
      unsafe Slot(memory: memory + number * Self.slotSize).held(number)
    }
  }

  /// Forgets what a former process held.
  func clear() {
    for number in 0..<Self.count { unsafe Slot(memory: memory + number * Self.slotSize).leave() }
  }

  /// One thread's place in the table.
  @safe struct Slot {
    fileprivate let memory: UnsafeMutableRawPointer

    fileprivate init(memory: UnsafeMutableRawPointer) {
      unsafe self.memory = memory
    }

    /// The thread turns to a receipt.
    func enter(_ receiptID: String, _ stage: Stage) {
      var receiptID = receiptID
      unsafe (memory + 12).storeBytes(of: 0, as: UInt32.self)
      receiptID.withUTF8 { key in
        let fits = key.count <= SlotTable.slotSize - SlotTable.keyOffset
        if fits, let start = key.baseAddress {
          unsafe (memory + SlotTable.keyOffset).copyMemory(from: start, byteCount: key.count)
        }
        unsafe (memory + 8).storeBytes(of: stage.rawValue, as: UInt32.self)
        unsafe (memory + 12).storeBytes(of: fits ? UInt32(key.count) : 0, as: UInt32.self)
      }
      change()
    }

    /// The thread holds no receipt.
    func leave() {
      unsafe (memory + 12).storeBytes(of: 0, as: UInt32.self)
      change()
    }

    private func change() {
      let count = unsafe memory.assumingMemoryBound(to: Atomic<UInt64>.self)
      unsafe count.pointee.add(1, ordering: .releasing)
    }

    fileprivate func held(_ number: Int) -> Held? {
      let count = unsafe memory.assumingMemoryBound(to: Atomic<UInt64>.self)
      let change = unsafe count.pointee.load(ordering: .acquiring)
      let length = Int(unsafe (memory + 12).load(as: UInt32.self))
      guard length > 0, length <= SlotTable.slotSize - SlotTable.keyOffset,
        let stage = Stage(rawValue: unsafe (memory + 8).load(as: UInt32.self))
      else { return nil }
      let key = unsafe UnsafeRawBufferPointer(start: memory + SlotTable.keyOffset, count: length)
      return Held(
        slot: number, change: change, receiptID: unsafe String(decoding: key, as: UTF8.self),
        stage: stage)
    }
  }
}

/// What the operating system refused.
enum SystemFault {
  /// - Parameter action: what could not be done, as in "cannot ...".
  static func error(_ action: String, code: Int32 = errno) -> AuditError {
    AuditError(.failed, "cannot \(action): \(unsafe String(cString: strerror(code)))")
  }
}
