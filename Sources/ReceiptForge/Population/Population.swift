import Dispatch
import Foundation

/// The receipts table of an invented business: honest customers, what looks odd and is not, and a few
/// who cheat; with the truth about all of it.
///
/// The same seed and size give the same rows, byte for byte, on every machine.
public struct Population: Sendable {
  public let count: Int
  public let seed: UInt64

  public init(receipts count: Int, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// The moment at which the truth holds, in seconds since 1970: the last that anything is dated.
  public static var asOf: Int64 { Account.horizon }

  /// The apps of the business, under whose policies the truth holds.
  public static var apps: [AppTruth] {
    StoreApp.all.map {
      AppTruth(
        bundleID: $0.bundleID, sharingPolicy: $0.sharing.rawValue,
        isSandboxAllowed: $0.allowsSandbox)
    }
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
      let plans = planner.next(Self.chunk).flatMap(\.rows)
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

  /// Hands over what is true of accounts that have to do with one another, in the order of their
  /// receipts' ids. Nothing is minted for that.
  public func truthEach(_ body: (CaseTruth) throws -> Void) rethrows {
    var planner = Planner(self)
    var nextID: Int64 = 1
    while nextID <= count {
      for plan in planner.next(Self.chunk) {
        try body(plan.truth(from: nextID, at: Self.asOf))
        nextID += Int64(plan.rows.count)
      }
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
