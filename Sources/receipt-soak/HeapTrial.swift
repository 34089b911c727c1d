import CHeapUsage
import Foundation

/// Octets that the process holds.
struct Memory: CustomStringConvertible {
  /// Handed out by the allocator and not given back.
  let allocated: Int
  /// In memory, as the kernel counts it.
  let resident: Int

  static func now() -> Memory {
    // statm: pages of address space, of memory, and more (proc(5)).
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let resident = pages.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Memory(
      allocated: Int(heap_usage()), resident: resident * Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  var description: String { "\(allocated) octets allocated, \(resident) resident" }
}

/// Receipts of every kind, one after the other: what is held after a tenth is all that is ever held.
enum HeapTrial {
  /// Contexts, keys and cached chains come to about 100 KB more within the first 20,000, and then stay.
  /// Whatever leaked a receipt, or a tenth of one, would be far above this even in a short trial.
  private static let tolerance = 256 * 1024

  static func run(_ count: Int) throws {
    let samples = try Samples()
    var early: Memory?
    for index in 0..<count {
      _ = samples.verifier.verify(samples.receipts[index % samples.receipts.count])
      if index + 1 == count / 10 {
        early = Memory.now()
        print("after \(index + 1): \(early.map(\.description) ?? "")")
      }
    }
    let late = Memory.now()
    print("after \(count): \(late)")
    guard let early, late.allocated - early.allocated <= tolerance else {
      throw Soak.Failure(description: "memory grows")
    }
  }
}
