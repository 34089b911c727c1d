import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Certificates are judged at the receipt's creation date")
struct ValidityTests {
  @Test("a signer that has expired since was good at its time, and nothing is found")
  func expiredSince() throws {
    let verification = try Minted.verify(.sample)
    #expect(verification.reason == .ok)
    #expect(verification.signature == .valid)
    #expect(verification.trust == .trusted)
    #expect(verification.observations == [])
  }

  @Test(
    "dates outside, missing or unreadable are untrusted, never forged",
    arguments: [
      ("2024-10-02T00:00:00Z", .signerExpiredAtCreation),
      ("2021-01-01T00:00:00Z", .signerNotYetValid),
      (nil, .creationDateMissing),
      ("", .creationDateMissing),
      ("yesterday", .creationDateInvalid),
    ] as [(String?, Reason)])
  func outside(_ date: String?, _ reason: Reason) throws {
    var draft = ReceiptDraft.sample
    draft.creationDate = date
    let verification = Minted.verifier.verify(
      try Minted.pki.mint(draft, chain: Minted.pki.chain(.sha256First)))
    #expect(verification.reason == reason)
    #expect(verification.verdict == .untrusted)
    #expect(verification.signature == .valid)
  }

  @Test("both ends of a validity belong to it, to the second")
  func inclusiveEnds() throws {
    let chain = try Minted.pki.chain(.sha256First) {
      $0.notBefore = 1_672_531_200  // 2023-01-01
      $0.notAfter = 1_703_980_800  // 2023-12-31
    }
    for (date, reason) in [
      ("2022-12-31T23:59:59Z", Reason.signerNotYetValid), ("2023-01-01T00:00:00Z", .ok),
      ("2023-12-31T00:00:00Z", .ok), ("2023-12-31T00:00:01Z", .signerExpiredAtCreation),
    ] {
      var draft = ReceiptDraft.sample
      draft.creationDate = date
      let verification = Minted.verifier.verify(try Minted.pki.mint(draft, chain: chain))
      #expect(verification.reason == reason, "\(date)")
    }
  }

  @Test("an altered payload with an impossible date is altered")
  func alteredFirst() throws {
    var draft = ReceiptDraft.sample
    draft.creationDate = "2021-01-01T00:00:00Z"
    let genuine = try Minted.pki.mint(draft, chain: Minted.pki.chain(.sha256First))
    let altered = try #require(Tampering.replacing("seeds100", with: "seeds999", in: genuine))
    #expect(Minted.verifier.verify(altered).reason == .payloadAltered)
  }
}
