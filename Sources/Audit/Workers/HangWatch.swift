/// Since when each thread of a process is at the step where it is.
struct HangWatch {
  private var since: [Int: (change: UInt64, time: Double)] = [:]

  /// What has been held in one step for longer than the limit, in seconds. Writing may take as long as
  /// the database lets it.
  mutating func stuck(
    _ held: [SlotTable.Held], now: Double, limit: Double
  ) -> [SlotTable.Held] {
    let judged = held.filter { $0.stage != .writing }
    since = Dictionary(
      uniqueKeysWithValues: judged.map { receipt in
        let last = since[receipt.slot]
        return (
          receipt.slot,
          last?.change == receipt.change ? last! : (change: receipt.change, time: now)
        )
      })
    return judged.filter { now - (since[$0.slot]?.time ?? now) >= limit }
  }
}
