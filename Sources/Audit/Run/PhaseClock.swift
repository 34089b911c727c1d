import Dispatch

/// Measures the parts of a run for its report; nothing is decided by it.
struct PhaseClock {
  private(set) var phases: [RunReport.Phase] = []

  /// Time of one name adds up.
  mutating func measure<T>(_ name: String, _ body: () throws -> T) rethrows -> T {
    let start = DispatchTime.now().uptimeNanoseconds
    defer { add(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9, to: name) }
    return try body()
  }

  /// Notes how much a part that was measured has worked off.
  mutating func note(_ name: String, rows: Int64? = nil, octets: Int64? = nil) {
    for index in phases.indices where phases[index].name == name {
      phases[index].rows = rows ?? phases[index].rows
      phases[index].octets = octets ?? phases[index].octets
    }
  }

  func seconds(of name: String) -> Double {
    phases.first { $0.name == name }?.seconds ?? 0
  }

  private mutating func add(_ seconds: Double, to name: String) {
    if let index = phases.firstIndex(where: { $0.name == name }) {
      phases[index].seconds += seconds
    } else {
      phases.append(RunReport.Phase(name: name, seconds: seconds))
    }
  }
}
