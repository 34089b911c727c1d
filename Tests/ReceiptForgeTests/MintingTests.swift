import Foundation
import OpenSSL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("A minted receipt")
struct MintingTests {
  @Test("weighs what a production receipt with a few purchases weighs")
  func size() throws {
    var draft = ReceiptDraft.sample
    #expect(try (5500...7500).contains(TestPKI.standard.mint(draft).count))
    draft.purchases = []
    #expect(try (4200...5500).contains(TestPKI.standard.mint(draft).count))
  }

  @Test("verifies with the openssl command at its creation date", arguments: Era.allCases)
  func command(era: Era) throws {
    let receipt = try TestPKI.standard.mint(.sample, era: era)
    let moment = try #require(ReceiptDate.seconds("2023-06-01T10:00:00Z"))
    #expect(try openSSLAccepts(receipt, at: moment))
    #expect(try !openSSLAccepts(receipt, at: moment + 3000 * ReceiptDate.day))
  }

  @Test("does not verify with the openssl command when its payload was altered")
  func altered() throws {
    let receipt = try TestPKI.standard.altered(.sample) { $0.purchases[0].productID = "other" }
    let moment = try #require(ReceiptDate.seconds("2023-06-01T10:00:00Z"))
    #expect(try !openSSLAccepts(receipt, at: moment))
  }

  @Test("says what its draft says")
  func claims() throws {
    let verification = ReceiptVerifier().verify(try TestPKI.standard.mint(.sample))
    let receipt = try #require(verification.receipt)
    #expect(receipt.bundleID == "com.example.meadow")
    #expect(receipt.purchases.count == 5)
    #expect(receipt.deviceHashMatches(deviceID: ReceiptDraft.sample.deviceID) == true)
    let seeds = receipt.purchases.first { $0.productType == .consumable }
    #expect(seeds?.productID == "com.example.meadow.seeds100")
    #expect(seeds?.expiresDate == nil)
    #expect(seeds?.webOrderLineItemID == 0)
  }

  private func openSSLAccepts(_ receipt: [UInt8], at moment: Int64) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("receipt-forge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = folder.appendingPathComponent("root.pem")
    let file = folder.appendingPathComponent("receipt.der")
    try Data(try TestPKI.standard.rootPEM.utf8).write(to: root)
    try Data(receipt).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "cms", "-verify", "-inform", "DER", "-binary", "-in", file.path, "-CAfile",
      root.path, "-attime", String(moment), "-out", "/dev/null",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

@Suite("Dates of receipts")
struct ReceiptDateTests {
  @Test(
    "are read and written alike",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799),
      ("2023-06-01T10:00:00Z", 1_685_613_600), ("4001-01-01T00:00:00Z", 64_092_211_200),
      ("1969-12-31T23:59:59Z", -1),
    ] as [(String, Int64)])
  func roundTrip(text: String, seconds: Int64) {
    #expect(ReceiptDate.seconds(text) == seconds)
    #expect(ReceiptDate.text(seconds) == text)
  }

  @Test("go on by months to the last day where there is no such day")
  func months() throws {
    let start = try #require(ReceiptDate.seconds("2024-01-31T08:00:00Z"))
    #expect(ReceiptDate.text(ReceiptDate.adding(months: 1, to: start)) == "2024-02-29T08:00:00Z")
    #expect(ReceiptDate.text(ReceiptDate.adding(months: 13, to: start)) == "2025-02-28T08:00:00Z")
  }
}
