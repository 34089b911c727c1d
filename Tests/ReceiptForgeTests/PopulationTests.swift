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

  /// As in a run: with the certificates that other receipts carry.
  private static func verifier() throws -> ReceiptVerifier {
    let pki = try TestPKI.standard
    return ReceiptVerifier(
      anchors: try TrustAnchors.apple.adding(fileContents: Array(pki.rootPEM.utf8))
        .addingIntermediates(fileContents: pki.chain(.sha1Second).intermediate.certificate))
  }

  @Test("is judged as its truth says, row by row")
  func truth() throws {
    let verifier = try Self.verifier()
    for row in try Self.rows.get() {
      let verification = verifier.verify(row.receipt)
      #expect(
        verification.reason == row.truth.reason, "receipt \(row.receiptID), \(row.truth.label)")
    }
  }

  @Test("gives no cause for a finding where its truth expects none")
  func observations() throws {
    let verifier = try Self.verifier()
    for row in try Self.rows.get() {
      let observed = verifier.verify(row.receipt).observations.map(\.rule.rawValue)
      #expect(
        observed.allSatisfy(row.truth.expectedFindings.contains),
        "receipt \(row.receiptID), \(row.truth.label): \(observed)")
    }
  }

  @Test("holds every scheme, both eras, sandbox receipts and damage")
  func variety() throws {
    let rows = try Self.rows.get()
    let labels = Set(rows.map(\.truth.label))
    for label in [
      "genuine", "sandbox", "truncated", "expiry-altered", "product-altered", "foreign-root",
      "lookalike-root", "wrong-purpose-leaf", "other-app", "xcode", "replayed", "household",
      "canned-purchase", "trial-farm", "sold-lineage", "entry-limit", "ios-6-receipts",
      "signed-transactions", "notified-reversal", "family-revoked", "transports",
    ] {
      #expect(labels.contains(label), "\(label)")
    }
    #expect(labels.count > 55)
    let verifier = ReceiptVerifier()
    let digests = Set(rows.compactMap { verifier.verify($0.receipt).digest })
    #expect(digests == [.sha1, .sha256])
    #expect(Set(rows.map(\.bundleID)).isSuperset(of: Population.apps.map(\.bundleID)))
  }

  @Test("keeps fraud rare")
  func rarity() throws {
    let rows = try Self.rows.get()
    let share = Double(rows.count { $0.truth.verdict == .forged }) / Double(rows.count)
    #expect(share > 0.002 && share < 0.03)
  }

  @Test("shares transactions between accounts only where it says so")
  func sharing() throws {
    let verifier = ReceiptVerifier()
    var owners: [String: Set<String>] = [:]
    for row in try Self.rows.get() where row.truth.expectedFindings.isEmpty {
      for purchase in verifier.verify(row.receipt).receipt?.purchases ?? [] {
        guard let account = row.accountID else { continue }
        owners[purchase.transactionID ?? "", default: []].insert(account)
      }
    }
    #expect(owners.count > 500)
    #expect(owners.values.allSatisfy { $0.count == 1 })
  }

  @Test("tells the truth about every receipt that it mints, and of none twice")
  func numbering() throws {
    var truths: [CaseTruth] = []
    Population(receipts: 1500, seed: 1).truthEach { truths.append($0) }
    let genuine = Set(
      try Self.rows.get().filter { $0.truth.verdict == .genuine }.map(\.receiptID))
    for lineage in truths.flatMap(\.lineages) {
      #expect(genuine.contains(lineage.receiptID), "\(lineage)")
    }
    let transactions = truths.flatMap(\.transactions).map {
      "\($0.environment) \($0.bundleID) \($0.transactionID)"
    }
    #expect(Set(transactions).count == transactions.count)
    let accounts = truths.flatMap(\.accounts).map(\.accountID)
    #expect(Set(accounts).count == accounts.count)
    #expect(Set(try Self.rows.get().compactMap(\.accountID)) == Set(accounts))
  }

  @Test("knows what became of each story that it tells")
  func stories() throws {
    var truths: [String: CaseTruth] = [:]
    Population(receipts: 1500, seed: 1).truthEach { truths[$0.label] = $0 }
    #expect(truths["refund-reversed"]?.cancellations == [])
    #expect(truths["notified-reversal"]?.cancellations == [])
    #expect(truths["notified-refund"]?.cancellations.map(\.kind) == ["refunded-or-revoked"])
    #expect(truths["upgrade"]?.cancellations.map(\.kind) == ["upgraded"])
    #expect(truths["crossgrade"]?.cancellations == [])
    #expect(truths["refund-abuse"]?.cancellations.count == 6)
    #expect(truths["renewed-ahead"]?.lineages.map(\.state) == ["active"])
    #expect(truths["household"]?.transactions.allSatisfy { $0.accounts == 2 } == true)
    #expect(truths["family-sharing"]?.accounts.allSatisfy { $0.clusterID == nil } == true)
    #expect(truths["trial-farm"]?.accounts.map(\.clusterAccounts) == [5, 5, 5, 5, 5])
    #expect(truths["sold-lineage"]?.findings.contains { $0.severity == "critical" } == true)
    #expect(truths["own-replay"]?.isFraud == true)
    #expect(
      truths["own-replay"]?.findings.contains { $0.rule.hasPrefix("duplicate-") } == false)
  }
}
