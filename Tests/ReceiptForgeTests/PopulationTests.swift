import ReceiptForge
import ReceiptVerification
import Testing

@Suite("A population")
struct PopulationTests {
  private static let rows = Result { try Population(receipts: 1500, seed: 1).receipts() }

  @Test("is the same for the same seed, byte for byte, and another for another")
  func seeds() throws {
    let first = try Population(receipts: 150, seed: 7).receipts()
    #expect(try Population(receipts: 150, seed: 7).receipts() == first)
    #expect(try Population(receipts: 150, seed: 8).receipts() != first)
  }

  @Test("has as many rows as asked for, numbered from 1", arguments: [0, 1, 40, 600])
  func count(_ count: Int) throws {
    let ids = try Population(receipts: count, seed: 3).receipts().map(\.receiptID)
    #expect(ids == (0..<count).map { Int64($0 + 1) })
  }

  @Test("is judged as its truth says, row by row")
  func truth() throws {
    let verifier = ReceiptVerifier(
      anchors: try TrustAnchors.apple.adding(fileContents: Array(TestPKI.standard.rootPEM.utf8)))
    for row in try Self.rows.get() {
      let verification = verifier.verify(row.receipt)
      #expect(
        verification.reason == row.truth.reason, "receipt \(row.receiptID), \(row.truth.label)")
    }
  }

  @Test("gives no cause for a finding where its truth expects none")
  func observations() throws {
    let verifier = ReceiptVerifier(
      anchors: try TrustAnchors.apple.adding(fileContents: Array(TestPKI.standard.rootPEM.utf8)))
    for row in try Self.rows.get() where row.truth.verdict == .genuine {
      let observations = verifier.verify(row.receipt).observations
      #expect(observations == [], "receipt \(row.receiptID), \(row.truth.label)")
    }
  }

  @Test("holds every scheme, both eras, sandbox receipts and damage")
  func variety() throws {
    let rows = try Self.rows.get()
    let labels = Set(rows.map(\.truth.label))
    for label in [
      "genuine", "sandbox", "truncated", "expiry-altered", "product-altered", "foreign-root",
      "lookalike-root", "wrong-purpose-leaf", "other-app", "xcode", "replayed", "household",
    ] {
      #expect(labels.contains(label), "\(label)")
    }
    let verifier = ReceiptVerifier()
    let digests = Set(rows.compactMap { verifier.verify($0.receipt).digest })
    #expect(digests == [.sha1, .sha256])
    #expect(Set(rows.map(\.bundleID)).count == 3)
  }

  @Test("keeps fraud rare")
  func rarity() throws {
    let rows = try Self.rows.get()
    let share = Double(rows.count { $0.truth.verdict == .forged }) / Double(rows.count)
    #expect(share > 0.002 && share < 0.02)
  }

  @Test("shares transactions between accounts only where it says so")
  func sharing() throws {
    let verifier = ReceiptVerifier()
    var owners: [String: Set<String>] = [:]
    for row in try Self.rows.get() where row.truth.expectedFindings.isEmpty {
      for purchase in verifier.verify(row.receipt).receipt?.purchases ?? [] {
        owners[purchase.transactionID ?? "", default: []].insert(row.accountID)
      }
    }
    #expect(owners.count > 500)
    #expect(owners.values.allSatisfy { $0.count == 1 })
  }
}
