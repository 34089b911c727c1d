import Dispatch
import Foundation

/// The receipts table of an invented business: honest customers, and a few who are not.
///
/// The same seed and size give the same rows, byte for byte, on every machine.
public struct Population: Sendable {
  public let count: Int
  public let seed: UInt64

  public init(receipts count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// Minted at a time: enough for every core, and little memory.
  private static let chunk = 512

  /// The certificate under which the genuine ones are genuine, in PEM.
  public var rootPEM: String { get throws { try TestPKI.standard.rootPEM } }

  /// Hands over every row in the order of its id; minting uses every core.
  public func mintEach(_ body: (StoredReceipt) throws -> Void) throws {
    let pki = try TestPKI.standard
    var planner = Planner(self)
    var nextID: Int64 = 1
    while nextID <= count {
      let wanted = min(Self.chunk, count - Int(nextID) + 1)
      let plans = planner.next(wanted)
      let firstID = nextID
      for row in try Self.concurrently(
        plans.count,
        { index in
          try plans[index].mint(pki, id: firstID + Int64(index))
        })
      {
        try body(row)
      }
      nextID += Int64(plans.count)
    }
  }

  /// All rows at once, for small populations.
  public func receipts() throws -> [StoredReceipt] {
    var rows: [StoredReceipt] = []
    try mintEach { rows.append($0) }
    return rows
  }

  /// `make` of every index, on every core, in order.
  private static func concurrently(
    _ count: Int, _ make: @Sendable (Int) throws -> StoredReceipt
  ) throws -> [StoredReceipt] {
    let slots = Slots(count)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      slots.put(Result { try make(index) }, at: index)
    }
    return try slots.results()
  }
}

/// Results of concurrent work, in the order of their index.
private final class Slots: @unchecked Sendable {
  // Unchecked: the array is touched under the lock only.
  private let lock = NSLock()
  private var slots: [Result<StoredReceipt, any Error>?]

  init(_ count: Int) { slots = Array(repeating: nil, count: count) }

  func put(_ result: Result<StoredReceipt, any Error>, at index: Int) {
    lock.withLock { slots[index] = result }
  }

  func results() throws -> [StoredReceipt] {
    try lock.withLock { try slots.compactMap { try $0?.get() } }
  }
}

/// Decides row after row: honest accounts, and at even distances a fraud.
private struct Planner {
  private let seed: UInt64
  private let distance: Int
  private var cases = 0
  private var accounts = 0
  private var frauds = 0
  private var waiting: [PlannedReceipt] = []

  init(_ population: Population) {
    seed = population.seed
    // About 2 in 100 rows of a large population; a small one has some of each as well.
    distance = min(40, max(3, population.count / 40))
  }

  mutating func next(_ count: Int) -> [PlannedReceipt] {
    while waiting.count < count { waiting += nextCase() }
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }

  private mutating func nextCase() -> [PlannedReceipt] {
    cases += 1
    // Every case has a generator of its own, so that one does not shift the next.
    var random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(cases))
    guard cases % distance == 0 else {
      accounts += 1
      return HonestPlan.account(number: accounts, &random)
    }
    let scheme = FraudPlan.allCases[frauds % FraudPlan.allCases.count]
    frauds += 1
    let rows = scheme.rows(number: accounts + 1, &random)
    accounts += Set(rows.map(\.accountID)).count
    return rows
  }
}
