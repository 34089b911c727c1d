import Foundation

/// The figures of a pipeline benchmark.
struct PipelineReport {
  let receipts: Int
  /// Seconds of processor time that the parts take by themselves.
  let reading: Double
  let verifying: Double
  let writing: Double
  let small: ToolRun
  let large: ToolRun
  let night: ToolRun
  let idle: ToolRun
  /// What others took of the processors during the large run, from 0 to 1.
  let others: Double
  let cores: Int

  /// Seconds that the parts would take on all cores, with nothing lost between them.
  private var floor: Double { (reading + verifying + writing) / Double(cores) }

  private var correlating: Double { large.phases["correlate", default: 0] }

  private var memory: Int { max(small.memory, large.memory, night.memory) }

  var json: String {
    let values: [(String, String)] = [
      ("receipts", String(receipts)),
      ("receipts_per_second", text(Double(receipts) / large.pipelineSeconds, 0)),
      ("ratio_floor", text(floor / large.pipelineSeconds, 3)),
      ("ratio_floor_with_comparison", text(floor / (large.pipelineSeconds + correlating), 3)),
      ("ratio_incremental", text(night.seconds / large.seconds, 4)),
      ("ratio_idle", text(idle.seconds / large.seconds, 4)),
      ("growth", text(large.seconds / (4 * small.seconds), 3)),
      ("growth_without_comparison", text(large.pipelineSeconds / (4 * small.pipelineSeconds), 3)),
      ("memory_mb", text(Double(memory) / 1_048_576, 0)),
      ("cores", String(cores)), ("others", text(others, 3)),
      ("seconds_reading", text(reading, 2)), ("seconds_verifying", text(verifying, 2)),
      ("seconds_writing", text(writing, 2)), ("seconds", text(large.seconds, 2)),
      ("seconds_comparing", text(correlating, 2)),
      ("seconds_idle", text(idle.seconds, 2)), ("seconds_quarter", text(small.seconds, 2)),
      ("seconds_night", text(night.seconds, 2)),
      ("seconds_night_comparing", text(night.phases["correlate", default: 0], 2)),
      ("seconds_night_planning", text(night.phases["plan", default: 0], 2)),
      ("memory_mb_quarter", text(Double(small.memory) / 1_048_576, 0)),
    ]
    return "{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  var table: String {
    let rows: [(String, String)] = [
      ("receipts", "\(receipts), with 5 purchases each"),
      (
        "by themselves",
        "read \(text(reading, 1)) s, verify \(text(verifying, 1)) s, write \(text(writing, 1)) s of processor"
      ),
      (
        "a run",
        "\(text(large.pipelineSeconds, 1)) s, \(text(Double(receipts) / large.pipelineSeconds, 0)) receipts a second"
      ),
      ("of the floor", "\(text(100 * floor / large.pipelineSeconds, 0)) % on \(cores) cores"),
      ("others meanwhile", "\(text(100 * others, 0)) % of the processors"),
      ("and comparing", "\(text(correlating, 1)) s"),
      (
        "night with 1 % more",
        "\(text(night.seconds, 1)) s, \(text(100 * night.seconds / large.seconds, 1)) % of all"
      ),
      (
        "night with nothing new",
        "\(text(idle.seconds, 1)) s, \(text(100 * idle.seconds / large.seconds, 1)) % of all"
      ),
      (
        "four times as many",
        "\(text(large.seconds / small.seconds, 2)) times as long; without comparing \(text(large.pipelineSeconds / small.pipelineSeconds, 2))"
      ),
      ("memory", "\(memory >> 20) MB; with a quarter \(small.memory >> 20) MB"),
    ]
    return rows.map { $0.padding(toLength: 24, withPad: " ", startingAt: 0) + $1 }
      .joined(separator: "\n")
  }

  private func text(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
