import Dispatch

/// Measures the parts of a run for its report; nothing is decided by it.
struct PhaseClock {
  private(set) var phases: [RunReport.Phase] = []

  mutating func measure<T>(_ name: String, _ body: () throws -> T) rethrows -> T {
    let start = DispatchTime.now().uptimeNanoseconds
    defer {
      let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      phases.append(RunReport.Phase(name: name, seconds: seconds))
    }
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
}
