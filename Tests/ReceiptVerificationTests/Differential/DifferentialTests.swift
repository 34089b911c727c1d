import Foundation
import OpenSSL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Receipts changed at random against OpenSSL's own verification")
struct DifferentialTests {
  /// RECEIPT_MUTATIONS asks for more than the few thousand that every test run affords.
  private static let count = setting("RECEIPT_MUTATIONS") ?? 4000
  private static let seed = UInt64(setting("RECEIPT_SEED") ?? 20_261_130)

  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  /// Why a receipt may be refused that OpenSSL accepts: OpenSSL is asked about the signature and the
  /// chain, and reads containers more loosely than they may be written.
  private static let intendedRefusals: [Reason: String] = [
    .malformed: "the container is read as X.690 writes it; OpenSSL skips what it does not need",
    .truncated: "a length inside runs beyond the end, in a part that OpenSSL does not read",
    .notAReceipt: "the signed content must be declared as data",
    .limitExceeded: "no receipt names anything of that size",
    .signerNotFound: "the signer's name and serial are compared octet by octet",
    .signerAmbiguous: "two certificates claim to be the signer",
    .multipleSigners: "Apple signs once",
    .digestMismatch: "the digest must be among those that the container declares",
    .digestNotAllowed: "Apple signs with SHA-1 and SHA-256",
    .algorithmNotAllowed: "the signature's algorithm must be named; OpenSSL takes the key's",
    .chainBroken: "a certificate that was altered is not looked past",
  ]

  /// A genuine receipt, and who says so.
  private struct Original {
    let bytes: [UInt8]
    let verifier: ReceiptVerifier
    let opinion: PKCS7Opinion
    let payload: [UInt8]
    let created: Int64

    init(_ bytes: [UInt8], root: [UInt8]) throws {
      self.bytes = bytes
      verifier = ReceiptVerifier(anchors: try TrustAnchors.apple.adding(fileContents: root))
      opinion = PKCS7Opinion(anchors: [try Certificate(der: root.span)])
      let verification = verifier.verify(bytes)
      try #require(verification.verdict == .genuine)
      payload = try #require(verification.payloadSHA256)
      created = try #require(verification.receipt?.creationDate).microsecondsSince1970 / 1_000_000
    }
  }

  /// Minted receipts of both eras, with and without the root in the bag, some with parts that nothing
  /// signs, and some real ones.
  private static func originals() throws -> [Original] {
    let root = Minted.pki.rootCertificate
    let old = ReceiptDraft(
      creationDate: "2019-05-01T00:00:00Z",
      purchases: [Minted.purchase { $0.purchaseDate = "2019-04-01T00:00:00Z" }])
    var found = [
      try Original(Minted.pki.mint(.sample, era: .sha256), root: root),
      try Original(Minted.pki.mint(old), root: root),
      try Original(Minted.pki.container(.sample) { $0.certificates.removeLast() }, root: root),
    ]
    for name in ["revocation-lists", "unsigned-attributes"] {
      let kind = try #require(ReceiptKind.named(name))
      found.append(try Original(kind.mint(Minted.pki), root: root))
    }
    let real = Corpus.items.filter {
      $0.form == "pkcs7" && $0.accept == ["genuine/ok"] && $0.file.hasPrefix("items/app-receipt/")
    }
    for item in real.enumerated().filter({ $0.offset % 8 == 0 }).map(\.element) {
      let stored = try Corpus.bytes(item.file)
      let bytes =
        stored.first == 0x30
        ? stored
        : Data(base64Encoded: Data(stored), options: .ignoreUnknownCharacters).map { [UInt8]($0) }
      guard let bytes, bytes.first == 0x30, bytes.count < 20_000 else { continue }
      found.append(
        try Original(bytes, root: try Corpus.bytes("certs/AppleIncRootCertificate.der")))
    }
    return found
  }

  @Test("whatever we call genuine OpenSSL accepts; what it accepts and we do not is listed")
  func mutations() throws {
    let originals = try Self.originals()
    let payloads = Set(originals.map(\.payload))
    var mutator = Mutator(seed: Self.seed)
    var refused: [Reason: Int] = [:]
    var killed = 0
    for index in 0..<Self.count {
      let original = originals[index % originals.count]
      let other = originals[(index + 1) % originals.count]
      let (mutant, kinds) = mutator.mutate(original.bytes, other: other.bytes)
      let verification = original.verifier.verify(mutant)
      let accepts = original.opinion.accepts(mutant, at: original.created)
      let name = "mutation \(index) of seed \(Self.seed): \(kinds.map(\.rawValue))"
      if verification.verdict == .genuine {
        #expect(payloads.contains(verification.payloadSHA256 ?? []), "\(name)")
        #expect(accepts, "\(name)")
      } else {
        killed += 1
        if accepts {
          refused[verification.reason, default: 0] += 1
          #expect(
            Self.intendedRefusals[verification.reason] != nil,
            "\(name): refused as \(verification.reason.rawValue)")
        }
      }
    }
    let score = 100 * Double(killed) / Double(Self.count)
    print("mutations: seed \(Self.seed), \(Self.count) of \(originals.count) receipts")
    print("mutation score: \(score) % are not genuine any more")
    for (reason, count) in refused.sorted(by: { $0.value > $1.value }) {
      let why = Self.intendedRefusals[reason] ?? "not intended"
      print("  OpenSSL accepts \(count) that are \(reason.rawValue): \(why)")
    }
    #expect(score > 90)
  }

  @Test("a genuine receipt in any BER that means the same is genuine, for us and for OpenSSL")
  func recodings() throws {
    let originals = try Self.originals()
    for index in 0..<max(400, Self.count / 10) {
      let original = originals[index % originals.count]
      var recoder = BERRecoder(original.bytes, seed: Self.seed &+ UInt64(index))
      let recoded = try recoder.recoded()
      let verification = original.verifier.verify(recoded)
      #expect(verification.reason == .ok, "recoding \(index) of seed \(Self.seed)")
      #expect(verification.payloadSHA256 == original.payload)
      #expect(original.opinion.accepts(recoded, at: original.created), "recoding \(index)")
      #expect(verification.document == original.verifier.verify(original.bytes).document)
    }
  }
}
