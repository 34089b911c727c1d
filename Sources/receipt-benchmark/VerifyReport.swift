import Foundation

/// Processors that this process may use.
var activeProcessors: Int { ProcessInfo.processInfo.activeProcessorCount }

/// The rates of all shapes, as a table for people and as one JSON object for programs.
struct VerifyReport {
  /// The first is the one that the thresholds are about; further ones are `large` and `sha1`.
  let rates: [VerifyRates]
  /// nil where only files were measured.
  let token: TokenRates?

  /// Allocations for a production receipt with four purchases, of which all but a handful are what it
  /// keeps: nine texts, six opaque values and digests, the purchases, the document. Counted, so it
  /// does not depend on the machine; raise it only with a reason.
  static let largestAllocations = 28.0

  /// Files may be of any size: their allocations are told and not judged.
  var isWithinThresholds: Bool {
    token == nil || rates[0].allocations <= Self.largestAllocations
  }

  var json: String {
    let first = rates[0]
    var values: [(String, Double)] = [
      ("ratio_floor", first.ours / first.floor),
      ("ratio_peer", first.ours / first.peer),
      ("ratio_cores", first.scaling),
      ("ratio_cores_floor", first.floorScaling),
    ]
    values += rates.dropFirst().map { ("ratio_floor_\($0.shape)", $0.ours / $0.floor) }
    if let token { values.append(("ratio_floor_jws", token.ratio)) }
    values.append(("allocations_per_receipt", first.allocations))
    let members = values.map { "\"\($0)\": \(rounded($1, 3))" }
    return "{\(members.joined(separator: ", "))}"
  }

  var table: String {
    var lines = [
      row([
        "shape", "bytes", "floor/s", "peer/s", "ours/s", "of floor", "of peer", "of cores",
        "floor's", "allocations",
      ])
    ]
    for rate in rates {
      lines.append(
        row([
          rate.shape, String(rate.bytes), rounded(rate.floor, 0), rounded(rate.peer, 0),
          rounded(rate.ours, 0), rounded(rate.ours / rate.floor, 2),
          rounded(rate.ours / rate.peer, 1), rounded(rate.scaling, 2),
          rounded(rate.floorScaling, 2), rounded(rate.allocations, 0),
        ]))
    }
    if let token {
      lines.append(
        row([
          "jws", String(token.bytes), rounded(token.floor, 0), "", rounded(token.ours, 0),
          rounded(token.ratio, 2),
        ]))
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, 12 - cell.count))
      return index == 0 ? cell + padding : padding + cell
    }.joined()
  }

  private func rounded(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
