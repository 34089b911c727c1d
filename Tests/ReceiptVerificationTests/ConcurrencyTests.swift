import Foundation
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Many threads, one verifier")
struct ConcurrencyTests {
  /// Threads write to places of their own; the lock only makes that plain to everybody.
  private final class Results: @unchecked Sendable {
    // Unchecked: `all` is only touched under `lock`.
    private let lock = NSLock()
    private var all: [Verification?]

    init(_ count: Int) { all = Array(repeating: nil, count: count) }

    func set(_ index: Int, _ verification: Verification) {
      lock.withLock { all[index] = verification }
    }

    var values: [Verification?] { lock.withLock { all } }
  }

  @Test("1,000 receipts of all eras and kinds on 32 threads are judged as on one")
  func equalToSerial() throws {
    let kinds = try ReceiptKind.all.map { try $0.mint(Minted.pki) }
    let receipts = (0..<1000).map { kinds[$0 % kinds.count] }
    let anchors = try TrustAnchors.apple.adding(fileContents: Minted.pki.rootCertificate)
    let serial = receipts.map(ReceiptVerifier(anchors: anchors).verify)
    let shared = ReceiptVerifier(anchors: anchors)
    let results = Results(receipts.count)
    let group = DispatchGroup()
    for thread in 0..<32 {
      group.enter()
      Thread.detachNewThread {
        for index in stride(from: thread, to: receipts.count, by: 32) {
          results.set(index, shared.verify(receipts[index]))
        }
        group.leave()
      }
    }
    group.wait()
    #expect(results.values == serial)
    #expect(Set(serial.map(\.reason)).count > 20)
  }
}
