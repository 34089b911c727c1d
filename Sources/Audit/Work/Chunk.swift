/// Rows that a lane has read and not yet verified, with the octets that they hold of the budget.
struct Chunk {
  private(set) var rows: [SourceRow] = []
  private var held = 0
  private let budget: ByteBudget

  /// A chunk is verified and written when it is as heavy or as long as this.
  private static let fullWeight = 4 << 20
  private static let fullCount = 512

  init(budget: ByteBudget) {
    self.budget = budget
  }

  var isFull: Bool { held >= Self.fullWeight || rows.count >= Self.fullCount }

  /// Adds the row if the budget has room for it now, or if nothing is held and it can be waited for.
  mutating func add(_ row: SourceRow) -> Bool {
    if rows.isEmpty {
      budget.take(row.weight)
    } else if !budget.tryTake(row.weight) {
      return false
    }
    held += row.weight
    rows.append(row)
    return true
  }

  /// Takes the memory that reading a large receipt needs, before it is read; the chunk must be empty.
  mutating func reserve(octets: Int) {
    budget.take(octets)
    held += octets
  }

  /// Adds the row that memory was reserved for.
  mutating func addReserved(_ row: SourceRow) {
    rows.append(row)
  }

  /// Forgets the rows and gives back what they held.
  mutating func clear() {
    rows.removeAll(keepingCapacity: true)
    if held > 0 { budget.give(held) }
    held = 0
  }
}
