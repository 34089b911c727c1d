import ReceiptForge
import ReceiptVerification

/// A receipt whose certificates differ every time: the cache of chain verdicts stays as large as it was.
enum CacheTrial {
  /// What a full cache may still change by: its entries are as long as the certificates in them.
  private static let tolerance = 4 * 1024 * 1024

  static func run(_ count: Int) throws {
    let verifier = try Samples.freshVerifier()
    var receipt = try TestPKI.standard.mint(.sample)
    // The last certificate's signature is the end of the bag; what stands there is no root's any more.
    let root = try TestPKI.standard.rootCertificate
    guard
      let start = receipt.indices.first(where: { receipt[$0...].starts(with: root) })
    else { throw Soak.Failure(description: "the root is not embedded") }
    let end = start + root.count
    var early: Memory?
    for index in 0..<count {
      for octet in 0..<4 {
        receipt[end - 1 - octet] = UInt8(truncatingIfNeeded: index >> (8 * octet))
      }
      guard verifier.verify(receipt).reason == .ok else {
        throw Soak.Failure(description: "certificate \(index) changed the verdict")
      }
      if index + 1 == count / 2 {
        early = Memory.now()
        print("after \(index + 1) certificates: \(early.map(\.description) ?? "")")
      }
    }
    let late = Memory.now()
    print("after \(count) certificates: \(late)")
    guard let early, late.allocated - early.allocated <= tolerance else {
      throw Soak.Failure(description: "the cache grows")
    }
  }
}
