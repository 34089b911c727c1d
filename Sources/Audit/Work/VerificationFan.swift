import Dispatch
import Foundation
import ReceiptVerification

/// Verifies the receipts of a chunk on all cores, whoever reads them.
///
/// One concurrent queue serves all lanes. A block on it never waits; who waits is the lane, on a
/// thread of its own.
struct VerificationFan: Sendable {
  private let verifier: ReceiptVerifier
  private let findings: ReceiptFindings
  private let queue = DispatchQueue(label: "receipt-audit.verification", attributes: .concurrent)

  /// Receipts in one block: enough to make the block's own cost small.
  private static let sliceSize = 16

  init(verifier: ReceiptVerifier, findings: ReceiptFindings) {
    self.verifier = verifier
    self.findings = findings
  }

  /// Judges the rows and returns when all are done, in the rows' order.
  func judge(_ rows: [SourceRow]) -> [JudgedReceipt] {
    let starts = stride(from: 0, to: rows.count, by: Self.sliceSize)
    let slots = Slots(count: starts.underestimatedCount)
    let group = DispatchGroup()
    for (ordinal, start) in starts.enumerated() {
      let slice = rows[start..<min(start + Self.sliceSize, rows.count)]
      queue.async(group: group) {
        slots.fill(ordinal, with: slice.map(judge))
      }
    }
    group.wait()
    return slots.joined()
  }

  private func judge(_ row: SourceRow) -> JudgedReceipt {
    let verification =
      switch row.stored {
      case .null: verifier.verify(nil)
      case .octets(let octets): verifier.verify(octets)
      case .tooLarge: Verification(format: .unknown, reason: .tooLarge)
      }
    return findings.judge(row, verification)
  }

  /// Results by ordinal of their slice.
  private final class Slots: @unchecked Sendable {
    // Sendable: `slices` is only touched under `lock`.
    private let lock = NSLock()
    private var slices: [[JudgedReceipt]]

    init(count: Int) {
      slices = Array(repeating: [], count: count)
    }

    func fill(_ ordinal: Int, with results: [JudgedReceipt]) {
      lock.withLock { slices[ordinal] = results }
    }

    func joined() -> [JudgedReceipt] {
      lock.withLock { slices.flatMap { $0 } }
    }
  }
}
