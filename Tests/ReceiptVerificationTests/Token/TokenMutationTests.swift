import Foundation
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Mutated tokens")
struct TokenMutationTests {
  /// RECEIPT_MUTATIONS asks for more than the few thousand that every test run affords.
  static let count =
    ProcessInfo.processInfo.environment["RECEIPT_MUTATIONS"].flatMap(Int.init) ?? 4000

  /// Flips bits, edits, cuts and inserts characters, and mixes two tokens, the same for one seed.
  @Test("none stays genuine but those that leave header, payload and signature value the same")
  func mutations() throws {
    let tokens = Minted.pki.tokens
    let originals = [
      try tokens.token(.transaction(bundleID: "com.example.meadow")).bytes(),
      try tokens.notification("DID_RENEW", bundleID: "com.example.meadow"),
    ]
    for original in originals { #expect(Minted.verifier.verify(original).reason == .ok) }
    var mutator = Mutator(seed: 20_261_130)
    var survivors = 0
    for index in 0..<Self.count {
      let which = index % 2
      let mutant = mutator.mutate(originals[which], other: originals[1 - which]).bytes
      let verification = Minted.verifier.verify(mutant)
      guard verification.verdict == .genuine, mutant != originals[which] else { continue }
      survivors += 1
      // What is left of it is the token, with something round it that is taken off.
      let text = String(decoding: mutant, as: UTF8.self)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{b}\u{c}\r\"'\u{feff}"))
      #expect(originals.contains(Array(text.utf8)), "mutation \(index)")
    }
    #expect(survivors < Self.count / 100)
  }

  @Test("no prefix of a token is genuine, and none is a crash")
  func truncations() throws {
    let token = try Minted.pki.tokens.token(.transaction(bundleID: "com.example.meadow")).bytes()
    for count in 0..<token.count {
      #expect(Minted.verifier.verify(Array(token[..<count])).verdict != .genuine)
    }
  }

  @Test("no single bit of a token can be flipped")
  func bits() throws {
    let token = try Minted.pki.tokens.token(.transaction(bundleID: "com.example.meadow")).bytes()
    for index in stride(from: 0, to: token.count, by: 3) {
      for bit in 0..<8 where (index + bit) % 2 == 0 {
        var mutant = token
        mutant[index] ^= 1 << UInt8(bit)
        #expect(Minted.verifier.verify(mutant).verdict != .genuine, "\(index) \(bit)")
      }
    }
  }
}
