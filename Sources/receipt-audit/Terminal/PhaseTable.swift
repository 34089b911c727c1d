import Audit

/// What a run did, part by part: rows, octets, time and rate.
enum PhaseTable {
  static func text(_ phases: [RunReport.Phase]) -> String {
    let head = ["phase", "rows", "bytes", "time", "rate"]
    let rows = [head] + phases.map(row)
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + gap : gap + row[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func row(_ phase: RunReport.Phase) -> [String] {
    let rate = phase.rows.flatMap { rows in
      phase.seconds > 0 ? "\(Int(Double(rows) / phase.seconds))/s" : nil
    }
    return [
      phase.name, phase.rows.map(String.init) ?? "-", phase.octets.map(size) ?? "-",
      tenths(phase.seconds) + " s", rate ?? "-",
    ]
  }

  static func size(_ octets: Int64) -> String {
    switch octets {
    case ..<1000: "\(octets) B"
    case ..<1_000_000: tenths(Double(octets) / 1e3) + " kB"
    case ..<1_000_000_000: tenths(Double(octets) / 1e6) + " MB"
    default: tenths(Double(octets) / 1e9) + " GB"
    }
  }

  private static func tenths(_ number: Double) -> String {
    String((number * 10).rounded() / 10)
  }
}
