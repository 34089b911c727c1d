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
  private let slots: SlotTable
  private let stage: SlotTable.Stage
  private let queue = DispatchQueue(label: "receipt-audit.verification", attributes: .concurrent)

  /// Receipts in one block: enough to make the block's own cost small.
  private static let sliceSize = 16

  /// - Parameter stage: what a thread's slot says while it verifies.
  init(
    verifier: ReceiptVerifier, findings: ReceiptFindings, slots: SlotTable,
    stage: SlotTable.Stage = .verification
  ) {
    self.verifier = verifier
    self.findings = findings
    self.slots = slots
    self.stage = stage
  }

  /// Judges the rows and returns when all are done, in the rows' order.
  func judge(_ rows: [SourceRow]) -> [JudgedReceipt] {
    let starts = stride(from: 0, to: rows.count, by: Self.sliceSize)
    let results = Results(count: starts.underestimatedCount)
    let group = DispatchGroup()
    for (ordinal, start) in starts.enumerated() {
      let slice = rows[start..<min(start + Self.sliceSize, rows.count)]
      queue.async(group: group) {
        results.fill(ordinal, with: self.slots.withSlot { slot in slice.map { judge($0, slot) } })
      }
    }
    group.wait()
    return results.joined()
  }

  /// Judges one row on this thread, which says in its slot what it is at.
  func judge(_ row: SourceRow, _ slot: SlotTable.Slot) -> JudgedReceipt {
    slot.enter(row.receiptID, stage)
    let verification =
      switch row.stored {
      case .null: verifier.verify(nil)
      case .octets(let octets): verify(octets, row.receiptID)
      case .tooLarge: Verification(format: .unknown, reason: .tooLarge)
      case .setAside(let entry): Verification(format: .unknown, reason: entry.reason)
      }
    slot.enter(row.receiptID, .findings)
    return findings.judge(row, verification)
  }

  private func verify(_ octets: [UInt8], _ receiptID: String) -> Verification {
    FaultHook.strike(receiptID, stage)
    return verifier.verify(octets)
  }

  /// Results by ordinal of their slice.
  private final class Results: @unchecked Sendable {
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
