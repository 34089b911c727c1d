import Foundation

/// Faults on demand, which the tests of supervision need: RECEIPT_AUDIT_FAULT=crash:ID, slow:ID,
/// hang:ID or memory:ID (several with commas) makes verification of that receipt trap, take two
/// seconds, never end, or take memory without end; crash-again:ID only its second look. A release
/// build has nothing of it.
enum FaultHook {
  #if DEBUG
    private static let faults: [String: String] = {
      let text = ProcessInfo.processInfo.environment["RECEIPT_AUDIT_FAULT"] ?? ""
      let pairs = text.split(separator: ",").compactMap { fault -> (String, String)? in
        let parts = fault.split(separator: ":", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[1], parts[0]) : nil
      }
      return Dictionary(pairs) { $1 }
    }()
  #endif

  /// Does what was asked for this receipt.
  static func strike(_ receiptID: String, _ stage: SlotTable.Stage) {
    #if DEBUG
      guard !faults.isEmpty, let fault = faults[receiptID] else { return }
      switch fault {
      case "crash-again":
        if stage == .secondLook { fatalError("a crash of the second look was asked for") }
      case "crash": fatalError("a crash was asked for")
      case "slow": Thread.sleep(forTimeInterval: 2)
      case "hang": while true { Thread.sleep(forTimeInterval: 1) }
      case "memory":
        // Mapped and not touched: the limit of the process counts, and no host suffers.
        var taken: [[UInt8]] = []
        while true {
          taken.append(unsafe [UInt8](unsafeUninitializedCapacity: 64 << 20) { $1 = 0 })
        }
      default: return
      }
    #endif
  }
}
