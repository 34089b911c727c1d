import Foundation
import OpenSSL
import ReceiptForge
import ReceiptVerification
import Testing

/// Damage of a receipt's bytes, the same for the same seed.
struct Mutator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// `bytes` with one to three changes: flipped bits, edited octets (lengths among them), cuts,
  /// insertions, and pieces of another receipt.
  mutating func mutate(_ bytes: [UInt8], other: [UInt8]) -> [UInt8] {
    var changed = bytes
    for _ in 0..<1 + below(3) {
      guard changed.count > 8 else { return changed }
      let at = below(changed.count)
      switch below(6) {
      case 0: changed[at] ^= 1 << UInt8(below(8))
      case 1: changed[at] = UInt8(below(256))
      case 2: changed[below(min(64, changed.count))] &+= UInt8(1 + below(3))
      case 3: changed.removeSubrange(at..<min(changed.count, at + 1 + below(16)))
      case 4:
        changed.insert(
          contentsOf: [UInt8](repeating: UInt8(below(256)), count: 1 + below(4)), at: at)
      default:
        let from = below(other.count)
        let piece = other[from..<min(other.count, from + 1 + below(400))]
        let end = min(changed.count, at + piece.count)
        changed.replaceSubrange(at..<end, with: piece)
      }
    }
    return changed
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(random.next() % UInt64(bound))
  }
}

@Suite("Mutated receipts against OpenSSL's own verification")
struct DifferentialTests {
  /// RECEIPT_MUTATIONS asks for more than the few thousand that every test run affords.
  static let count =
    ProcessInfo.processInfo.environment["RECEIPT_MUTATIONS"].flatMap(Int.init) ?? 4000

  @Test("whatever we call genuine OpenSSL accepts too, and it is the receipt that was signed")
  func mutations() throws {
    let opinion = PKCS7Opinion(anchors: [try Certificate(der: Minted.pki.rootCertificate.span)])
    var old = ReceiptDraft.sample
    old.creationDate = "2019-05-01T00:00:00Z"
    // Both sides take the root from their anchors: a damaged copy in the bag would be beside the point.
    let originals = try [ReceiptDraft.sample, old].map { draft in
      try Minted.pki.container(draft) { $0.certificates.removeLast() }
    }
    let signed = originals.map { Minted.verifier.verify($0).payloadSHA256 }
    var mutator = Mutator(seed: 20_261_130)
    var survivors = 0
    for index in 0..<Self.count {
      let which = index % 2
      let mutant = mutator.mutate(originals[which], other: originals[1 - which])
      let verification = Minted.verifier.verify(mutant)
      guard verification.verdict == .genuine, mutant != originals[which] else { continue }
      survivors += 1
      #expect(signed.contains(verification.payloadSHA256), "mutation \(index)")
      let created = try #require(verification.receipt?.creationDate)
      let accepts = opinion.accepts(mutant, at: created.microsecondsSince1970 / 1_000_000)
      #expect(accepts, "mutation \(index)")
    }
    let score = 100 * Double(Self.count - survivors) / Double(Self.count)
    print("mutation score: \(score) % of \(Self.count) mutants are not genuine")
    #expect(score > 90)
  }
}
