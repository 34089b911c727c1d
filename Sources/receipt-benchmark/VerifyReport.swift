import Foundation

/// Processors that this process may use.
var activeProcessors: Int { ProcessInfo.processInfo.activeProcessorCount }

/// The rates of all shapes, as a table for people and as one JSON object for programs.
struct VerifyReport {
  let rates: [VerifyRates]
  let token: TokenRates

  /// Allocations for a production receipt with four purchases: what it keeps (some twenty texts,
  /// five opaque values, the purchases) and a handful beside. Counted, so it does not depend on the
  /// machine; raise it only with a reason.
  static let largestAllocations = 80.0

  private var production: VerifyRates { rates[0] }

  var isWithinThresholds: Bool { production.allocations <= Self.largestAllocations }

  var json: String {
    let values: [(String, Double)] = [
      ("ratio_floor", rates[0].ours / rates[0].floor),
      ("ratio_peer", rates[0].ours / rates[0].peer),
      ("ratio_cores", rates[0].oursOnAllCores / (rates[0].ours * Double(rates[0].cores))),
      ("ratio_floor_large", rates[1].ours / rates[1].floor),
      ("ratio_floor_sha1", rates[2].ours / rates[2].floor),
      ("ratio_floor_jws", token.ratio),
      ("allocations_per_receipt", rates[0].allocations),
    ]
    let members = values.map { "\"\($0)\": \(rounded($1, 3))" }
    return "{\(members.joined(separator: ", "))}"
  }

  var table: String {
    var lines = [
      row([
        "shape", "bytes", "floor/s", "peer/s", "ours/s", "of floor", "of peer", "all cores/s",
        "of cores", "allocations",
      ])
    ]
    for rate in rates {
      lines.append(
        row([
          rate.shape, String(rate.bytes), rounded(rate.floor, 0), rounded(rate.peer, 0),
          rounded(rate.ours, 0), rounded(rate.ours / rate.floor, 2),
          rounded(rate.ours / rate.peer, 1), rounded(rate.oursOnAllCores, 0),
          rounded(rate.oursOnAllCores / (rate.ours * Double(rate.cores)), 2),
          rounded(rate.allocations, 0),
        ]))
    }
    lines.append(
      row([
        "jws", String(token.bytes), rounded(token.floor, 0), "", rounded(token.ours, 0),
        rounded(token.ratio, 2),
      ]))
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
